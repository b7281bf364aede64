"""Compiled loops: plain C structs in, arrays out; they check what packing finds and nothing else."""
