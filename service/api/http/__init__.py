"""The parts of HTTP that no single resource owns: reading requests, responses, middleware, the server."""
