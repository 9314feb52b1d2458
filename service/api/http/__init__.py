"""Whatever is HTTP and not one resource: reading requests, answering, the document, the server."""
