"""What people install: the archive of the sources, the wheel built from it, an environment with it alone."""

from __future__ import annotations

import fcntl
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import tarfile
import tomllib
import venv
from importlib import metadata
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
NOT_INSTALLED = {".po", ".pyc", ".so", ".ts"}
"""What only building, running or checking needs; compiled modules are looked for on their own."""


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like the one that `make dist` fills; the workers of a test run share it."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return build_dist(tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("unpacked"))
    shared = tmp_path_factory.getbasetemp().parent / f"dist-{run}"
    with shared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return shared if shared.exists() else build_dist(shared, tmp_path_factory.mktemp("unpacked"))


def build_dist(folder: Path, unpacked: Path) -> Path:
    """The archive, and the wheel made from what is in it."""
    words = [sys.executable, "-m", "build", "--no-isolation", "-C--global-option=-q", "--outdir", str(folder)]
    # With the flags of `make build`, whose object files are used again: compiling takes minutes.
    environment = {**os.environ, "TABLIER_NATIVE": "1"}
    subprocess.run([*words, "--sdist", str(ROOT)], check=True, env=environment)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(unpacked, filter="data")
    source = next(unpacked.iterdir())
    shutil.copytree(ROOT / "build", source / "build")
    subprocess.run([*words, "--wheel", str(source)], check=True, env=environment)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return next(dist.glob("*.whl"))


class Environment:
    """A virtual environment of its own, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "venv")
        self.programs = folder / "venv" / "bin"
        self.work = folder / "work"
        self.work.mkdir()

    def start(self, program: str, *words: str, **settings: str) -> subprocess.Popen[str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        own = {"XDG_DATA_HOME": str(self.work), **settings}
        return subprocess.Popen(
            [str(self.programs / program), *words],
            cwd=self.work,  # the sources cannot be imported from there
            env=inherited | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, program: str, *words: str, **settings: str) -> tuple[int, str]:
        """The exit code and all that was said."""
        process = self.start(program, *words, **settings)
        output = process.communicate()[0]
        return process.returncode, output


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Nothing but what `pip install tablier` brings."""
    made = Environment(tmp_path_factory.mktemp("environment"))
    pip = [sys.executable, "-m", "pip", "--python", str(made.programs / "python")]
    subprocess.run([*pip, "install", "-q", str(wheel)], check=True)
    return made


def test_the_archive_has_the_sources_and_nothing_that_was_built(dist: Path) -> None:
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        names = {Path(*Path(name).parts[1:]) for name in archive.getnames()}
    needed = {"setup.py", "LICENSE", "Makefile", "requirements/build.txt", "tests/conftest.py"}
    catalogues = {str(path.relative_to(ROOT)) for path in SOURCE.rglob("*.po")}
    assert needed | catalogues <= set(map(str, names))
    built = {path for path in names if path.suffix in {".so", ".mo", ".pyc", ".c"}}
    assert {path.parts[0] for path in built} <= {"docs"}  # an example of an engine, in C


def test_the_wheel_has_all_that_running_needs_and_no_more(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        texts = {name: files.read(name) for name in files.namelist()}
    assert {name.partition("/")[0].partition("-")[0] for name in texts} == {"tablier"}
    compiled = {name.partition(".")[0] for name in texts if name.endswith(".so")}
    for path in (SOURCE / "tablier").rglob("*"):
        name = str(path.relative_to(SOURCE))
        if path.suffix == ".pyx":
            assert name.removesuffix(".pyx") in compiled
        if path.is_file() and path.suffix not in NOT_INSTALLED:
            assert name in texts
    kinds = {".css", ".html", ".js", ".mako", ".mo", ".pxd", ".pyi", ".typed", ".weights"}
    assert kinds <= {Path(name).suffix for name in texts}


def test_no_web_server_is_installed(environment: Environment) -> None:
    code = "from importlib import metadata; print(*(found.name for found in metadata.distributions()))"
    installed = environment.run("python", "-c", code)[1].lower().split()
    with (ROOT / "pyproject.toml").open("rb") as file:
        server = tomllib.load(file)["project"]["optional-dependencies"]["server"]
    names = {re.split(r"[^\w-]", requirement)[0] for requirement in server} - {"tablier"}
    assert "tablier" in installed
    assert names & set(installed) <= {"markdown-it-py"}  # rich needs it as well


GAME = """
import tablier
from tablier.bots import bot
match, computer = tablier.Match(tablier.game("quixo", size=3)), bot("level:1")
while match.outcome is None:
    match.push(computer.choose(match, seed=1).move if match.turn else match.legal_moves[0])
print(match.outcome.reason)
"""


def test_a_program_plays_a_game_against_the_computer(environment: Environment) -> None:
    code, output = environment.run("python", "-c", GAME)
    assert code == 0, output
    assert output.strip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("show quixo a1e1", "Circle to play, 42 possible moves"),
        ("games", "quixo"),
        ("play quixo --help", "--seat"),
        ("arena quixo -o size=3 --bots level:1 level:2 --games 2 --threads 1", "level:2"),
    ],
)
def test_the_commands_work_without_the_server(environment: Environment, words: str, said: str) -> None:
    code, output = environment.run("tablier", *words.split())
    assert code == 0, output
    assert said in output


def test_solving_says_what_to_install(environment: Environment) -> None:
    sentence = "Error: a table needs the package zstandard: pip install 'tablier[solver]'"
    code, output = environment.run("tablier", "solve", "quixo", "-o", "size=3")
    assert (code, output.strip()) == (1, sentence)


def test_serving_says_what_to_install(environment: Environment) -> None:
    sentence = "Error: The web server is not installed here: pip install 'tablier[server]'\n"
    assert environment.run("tablier", "serve") == (1, sentence)


def install_new_game(environment: Environment) -> None:
    """The package of `tablier new-game`, installed as its README says."""
    code, output = environment.run("tablier", "new-game", "clobber")
    assert code == 0, output
    pip = [sys.executable, "-m", "pip", "--python", str(environment.programs / "python")]
    folder = environment.work / "tablier-clobber"
    subprocess.run([*pip, "install", "-q", "--no-deps", "-e", str(folder)], check=True, timeout=300)


def test_a_new_game_is_installed_obeys_the_laws_and_is_played_at_a_table(
    wheel: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The way of docs/writing-a-game.md, in an environment of its own: package, laws, terminal, web table."""
    own = Environment(tmp_path_factory.mktemp("author"))
    pip = [sys.executable, "-m", "pip", "--python", str(own.programs / "python")]
    subprocess.run([*pip, "install", "-q", str(wheel)], check=True, timeout=300)
    install_new_game(own)
    link_packages({"pytest", "pluggy", "iniconfig", "packaging", "pygments"}, tmp_path)
    link_packages(locked_packages("serve.txt"), tmp_path)
    packages = {"PYTHONPATH": str(tmp_path)}
    code, output = own.run("python", "-m", "pytest", "-q", "tablier-clobber", **packages)
    assert code == 0, output
    assert re.search(r"\d\d passed", output)
    code, output = own.run("tablier", "show", "clobber", "a1a2")
    assert (code, "Black to play, 36 possible moves" in output) == (0, True), output
    server = own.start("tablier", "serve", "--port", "0", "--data", "data", **packages)
    try:
        assert server.stdout is not None
        address = re.search(r"http://[^\s/]+", server.stdout.readline())
        assert address is not None
        play = runpy.run_path(str(ROOT / "docs" / "play_by_api.py"))["play"]
        assert play(address[0], "clobber")["outcome"]["reason"] == "stuck"
        with urlopen(Request(f"{address[0]}/rules/clobber", headers={"accept-language": "fr"})) as page:
            assert "Chaque coup prend une pièce" in page.read().decode()
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate()


def locked_packages(name: str) -> set[str]:
    """The packages of a list, those for other systems left out."""
    text = (ROOT / "requirements" / name).read_text()
    return set(
        re.findall(r"^([\w.-]+)==[^;\n]*$", text.replace("; implementation_name != 'PyPy'", ""), re.MULTILINE)
    )


def test_what_serves_needs_no_tools_of_development() -> None:
    for name in ("serve.txt", "serve-postgres-redis.txt"):
        tools = {"cython", "setuptools", "babel", "faker", "polyfactory", "pytest", "hypothesis", "mypy"}
        assert not tools & locked_packages(name)


def link_packages(names: set[str], folder: Path) -> None:
    """Fill a folder with the packages of these names, and no others, of this environment."""
    for name in names:
        for file in metadata.files(name) or ():
            top = folder / file.parts[0]
            if file.parts[0] not in ("..", "__pycache__") and not top.exists():
                top.symlink_to(Path(str(metadata.distribution(name).locate_file(file.parts[0]))))


def test_the_server_runs_with_the_locked_packages_alone(environment: Environment, tmp_path: Path) -> None:
    link_packages(locked_packages("serve.txt"), tmp_path)
    packages = {"PYTHONPATH": str(tmp_path)}
    where = environment.run("python", "-c", "import tablier; print(tablier.__file__)", **packages)[1]
    assert Path(where).is_relative_to(environment.programs.parent)
    server = environment.start("tablier", "serve", "--port", "0", "--data", "data", **packages)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = re.search(r"http://\S+", said)
        assert address is not None, said + server.stdout.read()
        with urlopen(Request(address[0], headers={"accept-language": "fr"})) as page:
            text = page.read().decode()
        assert '<html lang="fr"' in text
        static = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
        assert static
        for path in static:
            urlopen(address[0] + path).close()
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate()
    assert server.returncode == 0
