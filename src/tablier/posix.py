"""What only POSIX systems have, and what stands in for it elsewhere. Nothing else in the package asks which
system it runs on."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    CLOSE_ON_EXEC = os.O_NOINHERIT

    def lock_file(handle: int, *, shared: bool) -> None:
        """Lock an open file until it is closed, always for itself alone; BlockingIOError if it is locked."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None

    def raise_open_files(wanted: int) -> int | None:
        """None: there is no such limit here."""
        return None

else:
    import fcntl
    import resource

    CLOSE_ON_EXEC = os.O_CLOEXEC

    def lock_file(handle: int, *, shared: bool) -> None:
        """Lock an open file until it is closed, or share the lock; BlockingIOError if others hold it."""
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)

    def raise_open_files(wanted: int) -> int | None:
        """Ask the system for so many open files; gives how many this process may have now."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < wanted:
            soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            except (ValueError, OSError):  # the system allows fewer than it says
                soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return soft


def replace_content(handle: int, content: bytes) -> None:
    """Write an open file anew."""
    os.ftruncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, content)


def read_start(handle: int, most: int) -> bytes:
    """The first bytes of an open file."""
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, most)
