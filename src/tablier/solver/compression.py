"""Many small blocks, each compressed on its own by zstd.

The package `zstandard` (the extra `solver`) is imported when the first block is packed or unpacked: nothing
else needs it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from importlib.util import find_spec
from struct import pack

LEVEL = 3
"""Of zstd; docs/solver.md says what others give."""

_here = threading.local()


def check_installed() -> None:
    """ValueError if the package that compresses is not there."""
    if find_spec("zstandard") is None:
        raise ValueError("a table needs the package zstandard: pip install 'tablier[solver]'")


def compress(data: bytes, size: int, *, threads: int = 1) -> Iterator[bytes]:
    """The blocks of so many bytes that `data` consists of, compressed, in their order."""
    from zstandard import BufferWithSegments, ZstdCompressor

    count = len(data) // size
    where = b"".join(pack("=QQ", number * size, size) for number in range(count))
    compressor = ZstdCompressor(level=LEVEL, write_checksum=True)
    found = compressor.multi_compress_to_buffer(BufferWithSegments(data, where), threads=threads)
    for number in range(count):
        yield found[number].tobytes()


def decompress(block: bytes | memoryview, size: int) -> bytes:
    """A block unpacked; ValueError if it is damaged or has another size."""
    from zstandard import ZstdDecompressor, ZstdError

    if not hasattr(_here, "decompressor"):  # one for each thread: they are not shared
        _here.decompressor = ZstdDecompressor()
    try:
        data: bytes = _here.decompressor.decompress(block, max_output_size=size)
    except ZstdError as error:
        raise ValueError(str(error)) from None
    if len(data) != size:
        raise ValueError(f"{len(data)} bytes instead of {size}")
    return data
