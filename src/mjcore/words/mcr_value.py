MCR_VALUE_DIALS: dict = {}
MCR_VALUE_PRESETS: dict = {"human": {}, "strong": {}}
