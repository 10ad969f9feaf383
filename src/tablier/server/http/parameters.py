"""Query parameters that several routes take, with their descriptions for OpenAPI."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

OptionalPly = Annotated[
    int | None, QueryParameter(description="the position after so many moves; by default the present one")
]
Ply = Annotated[int, QueryParameter(description="the position after so many moves")]
Since = Annotated[int, QueryParameter(ge=0, description="how many positions you know already")]
Viewpoint = Annotated[
    int | None, QueryParameter(description="the seat at the bottom of the board; by default your own")
]
View = Annotated[str, QueryParameter(description="one of the game's views; by default the first")]
