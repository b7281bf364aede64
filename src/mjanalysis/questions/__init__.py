"""One module a research question: sample, summarise, plot."""
