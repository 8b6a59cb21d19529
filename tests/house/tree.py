"""The files of the source tree, for the tests of the house. A tree without git (a source archive) is walked."""
import os
import subprocess
import sys

ROOT = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.getcwd()
LEFT_OUT = {".git", "build", "node_modules", "__pycache__", "generated"}


def files():
    """All files that belong to the tree, as paths from its root with forward slashes."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode("utf-8").split("\0") if name]
        return sorted(name for name in names if os.path.isfile(os.path.join(ROOT, name)))
    found = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in LEFT_OUT]
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names]
    return sorted(found)


def sources(*folders, endings=(".hpp", ".cpp")):
    """Those of these folders with these endings."""
    return [name for name in files() if name.endswith(endings) and name.split("/")[0] in folders]


def text(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()
