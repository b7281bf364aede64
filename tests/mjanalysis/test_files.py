"""Files appear whole or not at all, and what cannot be written is found beforehand."""

import errno
import os
from pathlib import Path

import pytest

from mjanalysis.files import check_writable, write_text


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_with_its_folders_and_replaced(tmp_path):
    path = write_text(tmp_path / "new" / "a.md", "雀\n")
    assert path.read_bytes() == "雀\n".encode()
    write_text(str(path), "b")
    assert (path.read_text(), names(path.parent)) == ("b", ["a.md"])
    (tmp_path / "plain").touch()
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_full_disk_leaves_what_was_there_and_nothing_else(tmp_path, monkeypatch):
    path = write_text(tmp_path / "a.md", "before")

    def full(self, content):
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_text(path, "after")
    assert (path.read_text(), names(tmp_path)) == ("before", ["a.md"])
    with pytest.raises(OSError, match="No space left"):
        check_writable(path)
    assert names(tmp_path) == ["a.md"]


def test_an_interrupt_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*paths):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "a.md", "text")
    assert names(tmp_path) == []


def test_two_runs_that_write_one_file_do_not_meet(tmp_path, monkeypatch):
    replace = os.replace

    def slow(part, path):
        monkeypatch.setattr(os, "replace", replace)
        write_text(tmp_path / "a.md", "the other run")
        replace(part, path)

    monkeypatch.setattr(os, "replace", slow)
    assert write_text(tmp_path / "a.md", "this run").read_text() == "this run"
    assert names(tmp_path) == ["a.md"]


def test_an_error_names_the_file_and_nothing_else(tmp_path):
    with pytest.raises(OSError, match="directory") as caught:
        write_text(tmp_path, "text")
    assert str(caught.value).endswith(f"directory: '{tmp_path}'")


def test_a_check_makes_no_folder_and_leaves_the_file(tmp_path):
    check_writable(tmp_path / "new" / "folder" / "a.md")
    assert names(tmp_path) == []
    write_text(tmp_path / "new" / "a.md", "text")
    check_writable(tmp_path / "new" / "a.md")
    assert (tmp_path / "new" / "a.md").read_text() == "text"


@pytest.mark.parametrize(
    "path", ["/dev/null", "/dev/null/a.md", "{}", "{}/" + "a" * 300, "{}/" + "a" * 300 + "/a.md"]
)
def test_what_cannot_be_written_is_found_beforehand(tmp_path, path):
    path = path.format(tmp_path)
    with pytest.raises(OSError, match=r"Not a|too long") as caught:
        check_writable(path)
    assert caught.value.filename in (path, str(Path(path).parent))


def test_a_folder_that_leads_nowhere_is_found_beforehand(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for path in (tmp_path / "link" / "a.md", tmp_path / "link" / "new" / "a.md"):
        with pytest.raises(OSError, match="Not a directory"):
            check_writable(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_made_is_found_beforehand(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        check_writable(tmp_path / "new" / "a.md")
