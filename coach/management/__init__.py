"""Commands of the application: thin doors to services."""
