"""The data folder: its place, its mode, and the lock that keeps a second server out."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablier.posix import CLOSE_ON_EXEC, lock_file, read_start, replace_content

DATABASE = "tablier.sqlite"
LOCK = "tablier.lock"


class FolderInUse(OSError):  # noqa: N818 -- shown to the operator, as one sentence
    """A server is running on this data folder."""


def open_folder(folder: Path) -> str:
    """The URL of the database in a data folder, which is made if it is missing; for its owner alone."""
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
    elif (folder / DATABASE).exists() and folder.stat().st_mode & 0o077 and os.access(folder, os.W_OK):
        folder.chmod(0o700)  # a folder that is ours already, made before it was private
    return folder_url(folder)


def folder_url(folder: Path) -> str:
    return f"sqlite:///{folder / DATABASE}"


@contextmanager
def lock_folder(folder: Path, *, shared: bool = False) -> Iterator[None]:
    """Hold the lock of a data folder; raises FolderInUse. Servers that are told each other's news share it.

    The kernel frees it when the process ends, however it ends.
    """
    path = folder / LOCK
    handle = os.open(path, os.O_RDWR | os.O_CREAT | CLOSE_ON_EXEC, 0o600)
    try:
        try:
            lock_file(handle, shared=shared)
        except BlockingIOError:
            raise FolderInUse(errno.EBUSY, in_use_sentence(folder, handle)) from None
        replace_content(handle, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(handle)


def in_use_sentence(folder: Path, handle: int) -> str:
    process = read_start(handle, 20).decode(errors="replace").strip()
    who = f"Another server (process {process})" if process.isdigit() else "Another server"
    return f"{who} uses the folder {folder}: stop it first, or choose another folder with --data."
