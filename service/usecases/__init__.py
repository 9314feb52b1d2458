"""What callers can do, one module for each subject. No module here knows about HTTP."""
