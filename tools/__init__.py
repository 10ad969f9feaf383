"""Programs for those who change the project. Not part of the package."""
