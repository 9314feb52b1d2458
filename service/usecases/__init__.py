"""What callers can do, with one module for each subject. No module here knows about HTTP."""
