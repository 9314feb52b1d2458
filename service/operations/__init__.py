"""What an operator runs, sees and does: processes, probes, metrics, logs, games by hand."""
