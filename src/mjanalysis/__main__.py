"""``python -m mjanalysis`` is the command line."""

from mjanalysis.cli import main

if __name__ == "__main__":
    main(prog_name="mjanalysis")
