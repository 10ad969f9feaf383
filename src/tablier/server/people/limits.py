"""The limits of a server that is open to strangers, as one value: an operator may change each of them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Limits(Struct, frozen=True, kw_only=True):
    """What one person and one address may do, and which proxies are believed.

    Limits by address do not hold for this machine's own, see `is_shared`. Of what is counted by the hour,
    half may come at once.
    """

    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(description="Addresses or networks of reverse proxies whose X-Forwarded headers are trusted."),
    ] = ()
    requests: Annotated[
        int,
        Meta(
            ge=1, description="HTTP requests per minute from one person, or from one address without a token."
        ),
    ] = 600
    program_requests: Annotated[
        int, Meta(ge=2, description="HTTP requests per minute with one token for programs.")
    ] = 240
    address_requests: Annotated[
        int, Meta(ge=1, description="HTTP requests per minute from one address, whoever asks.")
    ] = 1800
    connections: Annotated[int, Meta(ge=1, description="Open connections in all.")] = 4000
    address_connections: Annotated[
        int, Meta(ge=1, description="Open connections of one address, other than a trusted proxy.")
    ] = 200
    request_seconds: Annotated[
        float, Meta(ge=0.01, description="Seconds within which a request must have arrived completely.")
    ] = 20.0
    idle_seconds: Annotated[
        float, Meta(ge=0.01, description="Seconds after which a connection without a request is closed.")
    ] = 20.0
    tables: Annotated[int, Meta(ge=1, description="Tables that one person opens in an hour.")] = 120
    public_tables: Annotated[
        int, Meta(ge=1, description="Public tables that one person opens in an hour.")
    ] = 12
    offline_games: Annotated[
        int, Meta(ge=1, description="Games played offline that one person sends in an hour.")
    ] = 240
    offline_lines: Annotated[
        int,
        Meta(
            ge=1,
            description="Moves and other lines of games played offline that one person sends in an hour.",
        ),
    ] = 20_000
    bot_games: Annotated[
        int,
        Meta(ge=1, description="Games with computer players that one person has running at the same time."),
    ] = 12
    hints: Annotated[int, Meta(ge=1, description="Hints and evaluations for one person in an hour.")] = 600
    reviews: Annotated[int, Meta(ge=1, description="Games that one person has reviewed in an hour.")] = 60
    lesson_steps: Annotated[int, Meta(ge=1, description="Steps of lessons for one person in an hour.")] = 600
    positions: Annotated[
        int, Meta(ge=1, description="Positions of the analysis board that one person looks at in an hour.")
    ] = 6000
    thoughts: Annotated[
        int, Meta(ge=1, description="Positions that the computer analyses for one person in an hour.")
    ] = 1200
    puzzle_steps: Annotated[
        int, Meta(ge=1, description="Puzzles and moves in them for one person in an hour.")
    ] = 900
    previews: Annotated[int, Meta(ge=1, description="Previews that are drawn for one person in an hour.")] = (
        60
    )
    pictures: Annotated[
        int, Meta(ge=1, description="Pictures to share that are drawn for one person in an hour.")
    ] = 60
    animations: Annotated[
        int, Meta(ge=1, description="Animated games that are drawn for one person in an hour.")
    ] = 12
    chat: Annotated[int, Meta(ge=2, description="Lines of chat from one person in a minute.")] = 20
    sockets: Annotated[int, Meta(ge=1, description="Open WebSockets of one person.")] = 20
    address_share: Annotated[
        int, Meta(ge=1, description="How many people one address counts for in these quotas.")
    ] = 5
