"""Tables, plots and reports. What stands here shows numbers and computes none."""
