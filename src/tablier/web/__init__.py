"""What the browser gets: templates, scripts, one stylesheet."""
