"""The laws that every game obeys, for authors of games: `check(MyGame)`, or one test for each law by pytest.

```python
import pytest
from my_package import MyGame

@pytest.mark.tablier_laws(game=MyGame)
def test_law(law):
    law()
```
"""

from tablier.testing.checking import LAWS, Law, check, game_with_options
from tablier.testing.ensure import LawBroken
from tablier.testing.referee import Referee

__all__ = ["LAWS", "Law", "LawBroken", "Referee", "check", "game_with_options"]
