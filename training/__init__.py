"""Training of the weights that the games carry: self-play, then a fit. Not part of the package.

`python -m training GAME... --out FILE`; see `training.__main__`.
"""
