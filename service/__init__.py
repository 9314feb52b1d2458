"""The HTTP service, its store on Redis, and the `emberlog` command."""
