"""Games between bots: planned fairly, played anywhere, rated with error bars."""
