"""Rules for the workflows: what runs is pinned, may do little, and comes to an end."""

import re
import shutil
import subprocess

import pytest
import site_tools
import yaml

FOLDER = site_tools.ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
PIN = re.compile(r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")


def text(path):
    return path.read_text(encoding="utf-8")


def faults(source):
    """Return what a workflow does wrong."""
    found = []
    for line in source.splitlines():
        if "uses:" in line and not PIN.search(line):
            found.append(f"not pinned by commit, with its version: {line.strip()}")
    workflow = yaml.safe_load(source)
    if not set((workflow.get("permissions") or {}).items()) <= {("contents", "read")}:
        found.append("all jobs together may only read")
    if "permissions" not in workflow:
        found.append("permissions are not stated")
    if "concurrency" not in workflow:
        found.append("two runs may meet")
    if "secrets." in source:
        found.append("a secret is read")
    if "pull_request_target" in source:
        found.append("a fork's code would run with this repository's rights")
    for name, job in workflow["jobs"].items():
        if "timeout-minutes" not in job:
            found.append(f"{name} may run for six hours")
        for step in job["steps"]:
            # An expression inside a script would run whatever a title contains.
            if "${{" in step.get("run", ""):
                found.append(f"{name}: an expression inside a script")
            if "checkout@" in step.get("uses", "") and "persist-credentials" not in (
                step.get("with") or {}
            ):
                found.append(f"{name}: say whether the token stays on the disk")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_workflow_keeps_the_rules(path):
    assert faults(text(path)) == []


def test_one_action_has_one_commit_everywhere():
    pins = {}
    for path in FILES:
        for name, commit in re.findall(r"uses: ([\w./-]+)@(\w+)", text(path)):
            pins.setdefault(name, set()).add(commit)
    assert len(pins) >= 6
    assert [name for name, commits in pins.items() if len(commits) > 1] == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_the_scripts_are_read_by_bash():
    scripts = [text(site_tools.ROOT / ".ci" / "run")]
    for path in FILES:
        for job in yaml.safe_load(text(path))["jobs"].values():
            scripts += [step["run"] for step in job["steps"] if "run" in step]
    for script in scripts:
        done = subprocess.run(
            ["bash", "-n"],
            input=script,
            encoding="utf-8",
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), script


RIGHT = """
on: push
permissions: {}
concurrency: one
jobs:
  a:
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@0123456789012345678901234567890123456789 # v1.2.3
        with: {persist-credentials: false}
      - run: make test
"""


def test_a_right_workflow_has_no_faults():
    assert faults(RIGHT) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@0123456789012345678901234567890123456789 # v1.2.3", "@v1"),
        (" # v1.2.3", ""),
        ("permissions: {}", "permissions: {contents: write}"),
        ("permissions: {}", "permissions: {contents: read, issues: write}"),
        ("permissions: {}\n", ""),
        ("concurrency: one\n", ""),
        ("    timeout-minutes: 5\n", ""),
        ("make test", "make ${{ github.event.issue.title }}"),
        ("make test", "echo $TOKEN\n        env: {TOKEN: '${{ secrets.TOKEN }}'}"),
        ("on: push", "on: pull_request_target"),
        ("        with: {persist-credentials: false}\n", ""),
    ],
)
def test_a_wrong_workflow_is_caught(old, new):
    assert RIGHT.count(old) == 1
    assert faults(RIGHT.replace(old, new))
