# The machine has no door in Python; see _hands, _one_table and _lockstep.
