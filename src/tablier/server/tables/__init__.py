"""Tables as pure values: no input or output, so that they can run anywhere."""
