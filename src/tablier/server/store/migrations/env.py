"""Alembic's environment: it uses the connection that `upgrade` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
