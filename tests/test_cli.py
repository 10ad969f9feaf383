"""The command line as a person meets it."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import tablier
from tablier.bots import search_bench
from tablier.cli import main


def run(*words: str, typed: str = "", **environment: str) -> Result:
    spoken = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8", **environment}
    return CliRunner(env=spoken).invoke(main, words, input=typed)


def test_games_are_listed() -> None:
    output = run("games").output
    for name in tablier.games():
        assert name in output


def test_the_signature_is_that_of_all_searches() -> None:
    whole, short = run("bench").output, run("bench", "--signature").output.strip()
    assert all(name in whole for name in tablier.games())
    assert f"signature: {short}" in whole
    assert re.fullmatch("[0-9a-f]{8}", short)


def test_the_signature_changes_with_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("bench", "--signature").output
    monkeypatch.setattr("tablier.bots.search_bench.SEED", 2)
    assert run("bench", "--signature").output != before


def test_help_and_mistakes_are_in_the_language_of_the_system() -> None:
    french, english = run("arena", "--help", LANG="fr_FR.UTF-8").output, run("arena", "--help").output
    assert "Utilisation\u00a0: main arena" in french
    assert "[par défaut : 100]" in " ".join(french.split())
    assert "Une option du jeu." in french
    assert "Usage: main arena" in english
    assert "An option of the game." in english
    mistake = run("shwo", LANG="fr_FR.UTF-8").output
    assert "Erreur\u00a0: La commande 'shwo' n’existe pas. Vouliez-vous dire 'show'\u00a0?" in mistake


def test_the_settings_of_the_server_are_explained_in_the_language_of_the_system() -> None:
    french = " ".join(run("serve", "--help", LANG="fr_FR.UTF-8").output.split())
    assert "--host TEXT L’adresse d’écoute. [TABLIER_HOST]" in french
    assert "--host TEXT The address to listen on. [TABLIER_HOST]" in " ".join(
        run("serve", "--help").output.split()
    )
    admin = run("admin", "prune", "--help", LANG="fr_FR.UTF-8").output
    assert "Supprime les parties inachevées" in admin
    assert "Ne pas demander confirmation." in admin
    assert "Remove unfinished games" in run("admin", "prune", "--help").output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            ("show", "quixo", "a1z1"),
            "«\u00a0a1z1\u00a0» n’est pas un coup\u00a0: "
            "«\u00a0z\u00a0» n’a pas sa place ici, on attend a, e",
        ),
        (("show", "quixo", "--position", "5/5"), "le plateau a 5 rangées, pas 2 (colonne 1)"),
        (("show", "quixo", "-o", "size=9"), "size peut valoir 3, 4, 5, pas 9"),
        (("show", "chess"), "il n’y a pas de jeu 'chess'"),
        (("play", "quixo", "--seat", "1", "--bot", "level:12"), "il n’y a pas de niveau 12"),
    ],
)
def test_what_is_wrong_with_a_text_is_said_in_the_language_of_the_system(
    words: tuple[str, ...], problem: str
) -> None:
    assert problem in run(*words, LANG="fr_FR.UTF-8").output


def test_what_is_wrong_with_a_record_is_said_in_the_language_of_the_system(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Game "quixo"]\n1. a1e1 e1a1 *')
    told = run("play", "--record", str(file), LANG="fr_FR.UTF-8").output
    assert "e1a1\u00a0: Ce cube porte la marque adverse. (§Q2) (ligne 2, colonne 9)" in told
    assert (
        "e1a1: That cube shows the other mark. (§Q2) (line 2, column 9)"
        in run("play", "--record", str(file)).output
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("analyse", "{folder}/bytes.txt"), "n’est pas un fichier texte"),
        (("analyse", "{folder}/none.txt"), "ne peut pas être lu"),
        (("analyse", "{folder}/game.txt"), "Ce cube porte la marque adverse. (§Q2)"),
        (
            ("analyse", "{folder}/good.txt", "--nodes", "1", "--html", "{folder}/no/page.html"),
            "n’a pas pu être",
        ),
        (("serve", "--config", "{folder}/none.toml"), "La configuration"),
        (("serve", "--config", "{folder}/game.txt"), "n’est pas du TOML"),
        (("serve", "--config", "{folder}/wrong.toml"), "Vouliez-vous dire 'port'"),
        (("serve", "--port", "many"), "Le réglage port ne peut pas valoir 'many'"),
        (("new-game", "Three"), "un nom se compose de minuscules"),
        (("new-game", "quixo"), "il y a déjà un jeu 'quixo'"),
        (("new-game", "three-rows", "--folder", "{folder}"), "choisissez un autre dossier"),
    ],
)
def test_what_is_wrong_with_files_and_settings_is_said_in_the_language_of_the_system(
    tmp_path: Path, words: tuple[str, ...], problem: str
) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "game.txt").write_text('[Game "quixo"]\n1. a1e1 e1a1 *')
    (tmp_path / "good.txt").write_text('[Game "quixo"]\n1. a1e1 *')
    (tmp_path / "wrong.toml").write_text("prot = 1")
    told = run(*(word.format(folder=tmp_path) for word in words), LANG="fr_FR.UTF-8").output
    assert problem in told


def test_the_board_in_the_terminal_speaks_the_players_language() -> None:
    french = run("show", "plateau-x", "--language", "fr").output
    assert "37 Triples communes" in french
    assert "▸ Noir " in french
    assert "N à faire entrer" in french
    assert "46 à poser" in run("show", "olix", "--language", "fr").output
    assert "Vert " in french
    english = run("show", "plateau-x").output
    assert "B to come in" in english


def test_a_program_that_fails_is_told_in_the_players_language() -> None:
    told = run("play", "quixo", "--seat", "2", "--bot", "engine:./not-there", "--language", "fr").output
    assert "engine:./not-there ne peut pas être lancé" in told


def test_the_arena_and_the_solver_speak_french(tmp_path: Path) -> None:
    out = str(tmp_path / "games.jsonl")
    played = run("arena", "quixo", "--bots", "random", "level:1", "--games", "2", "--out", out, LANG="fr")
    assert "2 parties" in played.output
    assert "Face à face" in played.output
    solved = run("solve", "quixo", "-o", "size=3", "--out", str(tmp_path / "quixo"), LANG="fr")
    assert "gagné pour Croix, qui commence." in solved.output


def test_show_draws_the_board() -> None:
    output = run("show", "quixo", "a1e1").output
    assert "1  · · · · ×" in output
    assert "Circle to play, 42 possible moves" in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "chess"), "there is no game 'chess'"),
        (("show", "quixo", "-o", "size=9"), "size is one of 3, 4, 5, not 9"),
        (("show", "quixo", "-o", "size"), "written name=value"),
        (("show", "quixo", "a1e1", "e1a1"), "That cube shows the other mark"),
        (("show", "quixo", "a1"), "it ends here, expected"),
        (("show", "quixo", "--position", "5/5"), "position: "),
        (("play", "quixo", "--seat", "3"), "has the seats 1 to 2, not 3"),
        (("play", "quixo", "--seat", "1", "--bot", "level:9"), "levels go from 1 to 8"),
        (("play", "--record", "nowhere.txt"), "cannot be read"),
    ],
)
def test_mistakes_get_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert sentence in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("package", "words", "sentence"),
    [
        ("litestar", (), "The web server is not installed here: pip install 'tablier[server]'"),
        (
            "psycopg",
            ("--store", "postgresql+psycopg://127.0.0.1:9/x"),
            "The driver for PostgreSQL is not installed here: pip install 'tablier[postgres]'",
        ),
        (
            "redis",
            ("--bus", "redis://127.0.0.1:9"),
            "The client for Redis is not installed here: pip install 'tablier[redis]'",
        ),
    ],
)
def test_serving_says_which_extra_it_lacks(
    monkeypatch: pytest.MonkeyPatch, package: str, words: tuple[str, ...], sentence: str
) -> None:
    found = metadata.distribution

    def distribution(name: str) -> metadata.Distribution:
        if name == package:
            raise metadata.PackageNotFoundError(name)
        return found(name)

    monkeypatch.setattr(metadata, "distribution", distribution)
    result = run("serve", "--port", "0", *words)
    assert (result.exit_code, result.output) == (1, f"Error: {sentence}\n")


def test_a_game_at_the_prompt(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    typed = f"help\na1e1\nnonsense\ne1a1\nwhy e1a1\nmoves\nundo\na1e1\nposition\nsave {saved}\nquit\n"
    result = run("play", "quixo", typed=typed)
    assert result.exit_code == 0, result.output
    for part in ("Type a move", "not a move", "(§Q2)", "5/5/5/5/4x o", "Saved to", "Goodbye."):
        assert part in result.output
    again = run("play", "--record", str(saved), typed="resign\n")
    assert "Cross wins: Circle resigned." in again.output


def test_the_menu_leads_to_a_game() -> None:
    result = run("play", typed="1\nquit\n")
    assert result.exit_code == 0, result.output
    assert "Goodbye." in result.output


def test_a_game_against_the_computer_ends() -> None:
    game = tablier.game("quixo", size=3)
    every = "\n".join(game.texts * 20)  # illegal ones are refused, the game goes on until it ends
    result = run("play", "quixo", "-o", "size=3", "--seat", "1", typed=every)
    assert result.exit_code == 0, result.output
    assert " wins: a line of " in result.output or "other side" in result.output or "A draw" in result.output


def test_the_terminal_speaks_the_language_of_the_system() -> None:
    output = run("show", "quixo", "a1e1", LANG="fr_CH.UTF-8").output
    assert "À Rond de jouer, 42 coups" in output
    assert (
        "Ce cube porte la marque adverse. (§Q2)" in run("show", "quixo", "a1e1", "e1a1", LC_ALL="fr").output
    )
    assert "Circle to play" in run("show", "quixo", "a1e1", LC_ALL="de_DE.UTF-8", LANG="fr_FR").output


def test_the_terminal_speaks_the_language_it_is_told_to() -> None:
    typed = "help\nnonsense\na1e1\nwhy e1a1\nundo\nresign\n"
    output = run("play", "quixo", "--language", "fr", typed=typed).output
    for part in (
        "Tapez un coup comme on l’écrit",
        "la liste des coups possibles",
        "« nonsense » n’est pas un coup de ce jeu.",
        "Croix\u00a0: a1e1",
        "Ce cube porte la marque adverse. (§Q2)",
        "Rond gagne\u00a0: Croix a abandonné.",
    ):
        assert part in output.replace("«\u00a0", "« ").replace("\u00a0»", " »"), part
    assert "joueurs" in run("games", "--language", "fr").output
    assert "Quel jeu" in run("play", "--language", "fr", typed="1\nquit\n").output


def test_games_are_listed_as_json() -> None:
    found = json.loads(CliRunner().invoke(main, ["games", "--json", "--language", "en"]).stdout)
    assert [each["id"] for each in found] == list(tablier.games())
    assert found[0]["options"]["size"]["default"] in found[0]["options"]["size"]["choices"]


def test_what_a_program_asks_for_is_json_alone(tmp_path: Path) -> None:
    def ask(*words: str) -> Any:
        result = CliRunner().invoke(main, [*words, "--json"], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    played = ask(
        "arena", "quixo", "-o", "size=3", "--bots", "level:4", "random", "--games", "4", "--nodes", "20",
        "--out", str(tmp_path / "log.jsonl"), "--sprt", "0", "50",
    )  # fmt: skip
    assert (played["game"], played["options"], played["games"]) == ("quixo", {"size": 3}, 4)
    assert sum(each["share"] for each in played["bots"]) == pytest.approx(1)
    assert {each["bot"] for each in played["bots"]} == {"level:4", "random"}
    assert played["sprt"]["is_decided"] is False
    solved = ask("solve", "quixo", "-o", "size=3", "--out", str(tmp_path / "quixo"), "--threads", "1")
    assert solved["start"] == "won"
    assert sum(solved["positions"].values()) > 1000


def test_the_bench_is_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bench, "games", lambda: ("quixo",))
    found = json.loads(CliRunner().invoke(main, ["bench", "--json"]).stdout)
    assert found["games"][0]["game"] == "quixo"
    assert len(found["signature"]) == 8


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_of_the_shell(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    assert f"_TABLIER_COMPLETE={shell}_complete" in result.stdout


def test_completion_knows_commands_and_games() -> None:
    def complete(*words: str) -> list[str]:
        environment = {
            "_TABLIER_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("tablier", *words)),
            "COMP_CWORD": str(len(words)),
        }
        result = CliRunner().invoke(main, [], env=environment, prog_name="tablier")
        return [line.partition(",")[2] for line in result.stdout.splitlines()]

    assert complete("are") == ["arena"]
    assert complete("show", "plateau-x-m") == ["plateau-x-mini"]
