"""The engine and the tables for a browser: `make wasm` writes build/wasm (docs/browser.md)."""
