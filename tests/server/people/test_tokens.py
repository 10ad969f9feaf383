"""Tokens: signed, dated, and verified; those of version 0.1 are still accepted."""

from __future__ import annotations

import pytest

from tablier.server.people.tokens import Tokens, read_old_token
from tablier.server.tables.errors import InvalidToken
from tablier.server.tables.person import Person

SECRET = b"\x00secret\xff"
OLD_TOKENS = {  # signed with SECRET by version 0.1
    "a1.QW5u.QU__R_ySXVO_qOVibxg9mXBK": Person("a1", "Ann"),
    "b2.Wm_DqSDinaQ.3.lsInyJIZw6guPj9rXWX5YzIj": Person("b2", "Zoé ❤", 3),
}


@pytest.mark.parametrize("person", [Person("a1", "Ann"), Person("b2", "Zoé ❤", 3), Person("c3", "")])
def test_a_token_is_read_as_it_was_signed(person: Person) -> None:
    token = Tokens(SECRET).sign(person)
    again = Tokens(SECRET).read(token)
    assert (again, again.epoch) == (person, person.epoch)
    assert token.isascii()
    assert not set(token) & set(' ,;"\\')  # what a cookie cannot hold
    with pytest.raises(InvalidToken):
        Tokens(b"another secret").read(token)
    with pytest.raises(InvalidToken):
        read_old_token(token, SECRET)


def test_no_character_of_a_token_can_be_changed() -> None:
    tokens = Tokens(SECRET)
    token = tokens.sign(Person("a1", "Ann", 1))
    refused = 0
    for at, character in enumerate(token):
        changed = token[:at] + ("A" if character != "A" else "B") + token[at + 1 :]
        try:
            assert tokens.read(changed) == Person("a1", "Ann")  # unused bits at the end of a base64 text
            assert at == len(token) - 1
        except InvalidToken:
            refused += 1
    assert refused >= len(token) - 1


@pytest.mark.parametrize("text", ["", ".", "..", "...", "nonsense", "a.é.b", "a1.QW5u.", "x" * 4000, "\x00"])
def test_other_texts_are_no_tokens(text: str) -> None:
    with pytest.raises(InvalidToken):
        Tokens(SECRET).read(text)


@pytest.mark.parametrize("token", OLD_TOKENS)
def test_tokens_of_version_0_1_are_accepted(token: str) -> None:
    person = OLD_TOKENS[token]
    read = Tokens(SECRET).read(token)
    assert (read, read.epoch) == (person, person.epoch)
    assert read_old_token(token, SECRET) == person
    for forged in (token[:-1] + "_", "x" + token, token.replace(".", ".x", 1), token.rpartition(".")[0]):
        with pytest.raises(InvalidToken):
            Tokens(SECRET).read(forged)
    with pytest.raises(InvalidToken):
        Tokens(b"another secret").read(token)
