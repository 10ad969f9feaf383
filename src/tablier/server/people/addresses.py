"""Client addresses, as limits count them."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str) -> str:
    """What is counted as one address: of IPv6 the network of 64 bits, which one customer has for themselves.

    >>> network_of("192.0.2.7"), network_of("2001:db8::5:6:7:8"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else str(ip_network((found, 64), strict=False))


def is_shared(address: str) -> bool:
    """Whether an address says nothing about the client: it is unknown, or this machine's own.

    That is how everybody comes through a proxy on this machine that is not a trusted one. Limits by address
    would let one visitor lock all the others out.
    """
    try:
        return not address or ip_address(address).is_loopback
    except ValueError:
        return False


class LastAddresses:
    """The address at which each person was last seen, of those who came last."""

    def __init__(self, size: int = 100_000) -> None:
        self._size = size
        self._found: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """A person is at this address; one that says nothing is not kept."""
        self._found.pop(person, None)
        if not is_shared(address):
            self._found[person] = address
        if len(self._found) > self._size:
            self._found.popitem(last=False)

    def find(self, person: str) -> str:
        """The address; empty if it is not known."""
        return self._found.get(person, "")
