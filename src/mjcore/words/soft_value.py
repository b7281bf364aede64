SOFT_VALUE_DIALS: dict = {}
SOFT_VALUE_PRESETS: dict = {"standard": {}}
