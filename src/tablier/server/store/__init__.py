"""The store: schema, the log, queries, migrations. All SQL of the server is in this package."""
