"""How the site is built: `make docs`, from the root of the project, so that links between its files hold."""

import sys
from pathlib import Path

import mjcore as mj

sys.path.insert(0, str(Path(__file__).with_name("site")))

from numpydoc.xref import DEFAULT_LINKS
from reference import members_of, types

DEFAULT_LINKS.clear()  # of Python and NumPy, whose inventories are not at hand

project = "mjcore and mjanalysis"
author = "The mjcore developers"
copyright = author
version = release = mj.__version__

extensions = [
    "catalogue",  # this and the next four are in docs/site
    "executed",
    "fan_names",
    "gallery",
    "reference",
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_design",
]
root_doc = "docs/index"
include_patterns = ["docs/**", "notebooks/*.ipynb", "CONTRIBUTING.md", "CHANGELOG.md"]
exclude_patterns = [".*", "**/.*", "benchmarks", "build", "dist", "requirements", "results", "src", "tests"]
exclude_patterns += ["docs/templates"]

nb_execution_mode = "off"  # notebooks are shown with the outputs that they were committed with
nb_render_markdown_format = "gfm"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autosummary_generate = ["docs/reference/mjcore.md", "docs/reference/mjanalysis.md"]
autosummary_context = {"members_of": members_of}
templates_path = [str(Path(__file__).with_name("templates"))]
autodoc_typehints = "none"  # docstrings say the types
autodoc_preserve_defaults = True
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"  # but the names below
numpydoc_xref_aliases = types()
default_role = "autolink"
toc_object_entries_show_parents = "hide"
nitpicky = True
nitpick_ignore_regex = [("py:obj", "[^.]+")]  # parameters in docstrings
suppress_warnings = ["config.cache"]  # members_of is a function

html_theme = "pydata_sphinx_theme"
html_title = project
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["front/index.html"]  # leads from the root of the site to its first page
html_show_sphinx = html_show_copyright = False
html_sidebars = {"docs/tutorial": []}  # it has no pages below it
html_copy_source = html_show_sourcelink = False
html_theme_options = {
    "navigation_with_keys": False,
    "show_prev_next": False,
    "show_toc_level": 2,
    "secondary_sidebar_items": {"notebooks/*": [], "docs/**": ["page-toc"]},  # notebooks need the room
    "footer_start": [],
    "footer_end": [],
}
