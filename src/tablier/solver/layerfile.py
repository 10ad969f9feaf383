"""A layer of a table as a file: a head, the keys of its entries, where their blocks end, the blocks.

The values of an entry are cut into blocks of at most `BLOCK` positions, and each block is compressed on its
own: a position is looked up by unpacking one block. A file appears under its name only when it is whole.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_left
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any
from weakref import finalize

from tablier.board_game import Game
from tablier.core.kernel import Class, Kernel
from tablier.search.retrograde import Value
from tablier.solver import compression
from tablier.solver.file import SolutionError

MAGIC = b"tablier layer 1\n"
HEAD = 8192
BLOCK = 1 << 16
"""Positions in a block at most: 16 KB before it is compressed, unpacked in about 20 microseconds."""
BATCH = 1 << 26
"""Bytes that are compressed at a time."""
CACHED = 2048
"""Blocks of a layer that stay unpacked in memory, at most 32 MB."""


@dataclass(frozen=True)
class Head:
    """What a layer file is about. `size` is that of the file in bytes; `index` and `blocks` are checksums."""

    game: str
    options: dict[str, Any]
    kernel: int
    """The version of the kernel, which says what keys and positions mean."""
    layer: int
    label: str
    entries: int
    positions: int
    block: int
    size: int
    index: str
    blocks: str
    version: str
    classes: list[Class] = field(default_factory=list)

    @property
    def parts(self) -> int:
        """Blocks of an entry."""
        return max(1, self.positions // self.block)

    @property
    def block_size(self) -> int:
        """Bytes of a block that is not compressed."""
        return max(16, min(self.positions, self.block) // 4)

    @property
    def ends(self) -> int:
        """Where the index of the blocks begins in the file: after the keys, at a multiple of 8."""
        return HEAD + (4 * self.entries + 7) // 8 * 8

    @property
    def first(self) -> int:
        """Where the first block begins in the file."""
        return self.ends + 8 * self.entries * self.parts

    def __bytes__(self) -> bytes:
        text = json.dumps(asdict(self)).encode()
        head = MAGIC + sha256(text).hexdigest().encode() + b"\n" + text
        if len(head) >= HEAD:
            raise ValueError(f"the head of {self.label} has {len(head)} bytes, more than {HEAD}")
        return head.ljust(HEAD - 1) + b"\n"


def path_of(folder: Path, layer: int) -> Path:
    """The file of a layer."""
    return folder / f"{layer:02}.layer"


def read_head(path: Path) -> Head:
    """What a file says it is; SolutionError if it is something else, altered or cut short."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head.startswith(b"tablier layer "):
        raise SolutionError(f"{path} is not a layer of a table")
    if not head.startswith(MAGIC):
        raise SolutionError(f"{path} was written in another format: solve the game again")
    checksum, _, text = head[len(MAGIC) :].strip().partition(b"\n")
    if len(head) < HEAD or sha256(text).hexdigest().encode() != checksum:
        raise SolutionError(f"{path} is damaged: its head cannot be read")
    fields = json.loads(text)
    classes = [Class(tuple(each.pop("key")), **each) for each in fields.pop("classes")]
    found = Head(classes=classes, **fields)
    if (size := path.stat().st_size) != found.size:
        raise SolutionError(f"{path} is damaged: it has {size} bytes instead of {found.size}")
    return found


def write(
    folder: Path, game: Game, kernel: Kernel, layer: int, *, threads: int = 1, block: int = BLOCK
) -> Head:
    """Write the layer that the kernel holds in memory; the file is there whole or not at all."""
    from importlib.metadata import version  # a slow import, and browsers have none

    path = path_of(folder, layer)
    part = path.with_suffix(".part")
    keys = kernel.keys()
    entries, positions = len(keys) // 4, kernel.positions(layer)
    head = Head(
        game.id, dict(game.options), kernel.version, layer, kernel.label(layer), entries, positions, block,
        0, "", "", version("tablier"), list(kernel.classes(threads=threads)),
    )  # fmt: skip
    batch = max(1, BATCH // (head.block_size * head.parts))
    ends, blocks = bytearray(), sha256()
    with part.open("wb") as file:
        file.write(bytes(HEAD).ljust(head.first, b"\0"))
        for first in range(0, entries, batch):
            raw = kernel.pack(first, min(first + batch, entries))
            for packed in compression.compress(raw, head.block_size, threads=threads):
                file.write(packed)
                blocks.update(packed)
                ends += file.tell().to_bytes(8, "little")
        size = file.tell()
        index = keys.ljust(head.ends - HEAD, b"\0") + ends
        checks = {"size": size, "index": sha256(index).hexdigest(), "blocks": blocks.hexdigest()}
        head = Head(**{**vars(head), **checks})
        file.seek(0)
        file.write(bytes(head) + index)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return head


class LayerFile:
    """The values of a layer, read from its file."""

    def __init__(self, path: Path) -> None:
        self.path, self.head = path, read_head(path)
        head = self.head
        self._file = os.open(path, os.O_RDONLY)
        finalize(self, os.close, self._file)
        index = memoryview(mmap(self._file, head.first, access=ACCESS_READ))[HEAD:]
        if sha256(index).hexdigest() != head.index:
            raise SolutionError(f"{path} is damaged: its index does not have the checksum it should have")
        self._keys = index[: 4 * head.entries].cast("I")
        self._ends = index[head.ends - HEAD :].cast("Q")
        self._cached = lru_cache(CACHED)(self.block)

    def value(self, key: int, position: int) -> Value:
        """The value of a position."""
        part, at = divmod(position, self.head.block)
        return look(self._cached(self.entry(key) * self.head.parts + part), at)

    def entry(self, key: int) -> int:
        """The number of an entry, by its key."""
        entry = bisect_left(self._keys, key)
        if entry == self.head.entries or self._keys[entry] != key:
            raise SolutionError(f"{self.path} is damaged: it has no entry {key}")
        return entry

    def key(self, entry: int) -> int:
        """The key of an entry, by its number."""
        return self._keys[entry]

    def block(self, number: int) -> bytes:
        """The values in a block, unpacked."""
        start, end = self._place(number)
        try:
            return compression.decompress(os.pread(self._file, end - start, start), self.head.block_size)
        except ValueError:
            raise SolutionError(f"{self.path} is damaged: block {number} cannot be unpacked") from None

    def _place(self, number: int) -> tuple[int, int]:
        """Where a block begins and ends in the file."""
        return self._ends[number - 1] if number else self.head.first, self._ends[number]

    def expect(self, key: int, position: int) -> None:
        """Let the system fetch a block, without waiting for it: the value of a position will be asked for."""
        if hasattr(os, "posix_fadvise"):
            start, end = self._place(self.entry(key) * self.head.parts + position // self.head.block)
            os.posix_fadvise(self._file, start, end - start, os.POSIX_FADV_WILLNEED)

    def forget(self) -> None:
        """Drop the unpacked blocks and the system's copy of the file, so that the next value comes from the
        disk: for measuring."""
        self._cached.cache_clear()
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(self._file, 0, 0, os.POSIX_FADV_DONTNEED)

    def restore(self, kernel: Kernel) -> None:
        """Bring all values into a kernel's memory."""
        kernel.begin(self.head.layer)
        parts = self.head.parts
        batch = max(1, BATCH // (parts * self.head.block_size))
        for first in range(0, self.head.entries, batch):
            last = min(first + batch, self.head.entries)
            data = b"".join(map(self.block, range(first * parts, last * parts)))
            kernel.restore(first, last, data)

    def check(self) -> None:
        """SolutionError if the blocks do not have the checksum they should have."""
        blocks = sha256()
        for start in range(self.head.first, self.head.size, BATCH):
            blocks.update(os.pread(self._file, BATCH, start))
        if blocks.hexdigest() != self.head.blocks:
            raise SolutionError(
                f"{self.path} is damaged: its values do not have the checksum they should have"
            )


class LayerInMemory:
    """The values of a layer as its kernel packed them: for games that are solved when asked."""

    def __init__(self, kernel: Kernel, layer: int) -> None:
        self.positions = kernel.positions(layer)
        self.classes = kernel.classes()
        keys = kernel.keys()
        self._keys = memoryview(keys).cast("I")
        self._size = max(16, self.positions // 4)
        self._data = kernel.pack(0, len(self._keys))

    def value(self, key: int, position: int) -> Value:
        """The value of a position."""
        entry = self.entry(key)
        return look(self._data[entry * self._size : (entry + 1) * self._size], position)

    def expect(self, key: int, position: int) -> None:
        """Nothing to do: all values are in memory."""

    def entry(self, key: int) -> int:
        """The number of an entry, by its key."""
        return bisect_left(self._keys, key)

    def key(self, entry: int) -> int:
        """The key of an entry, by its number."""
        return self._keys[entry]


def look(block: bytes, at: int) -> Value:
    """The value of a position in an unpacked block."""
    byte, bit = divmod(at, 8)
    if block[2 * byte] >> bit & 1:
        return Value.WIN
    return Value.LOSS if block[2 * byte + 1] >> bit & 1 else Value.DRAW
