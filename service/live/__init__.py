"""Readers that are told what happens as it happens."""
