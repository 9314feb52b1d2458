"""Everything for operators: processes, probes, metrics, logs, simulation."""
