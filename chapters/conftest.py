"""Let nbval compare the figures too: it skips pictures by itself."""

import base64
import importlib.util
import io
from pathlib import Path

import numpy as np
from matplotlib import image
from nbval.plugin import IPyNbCell

_spec = importlib.util.spec_from_file_location(
    "notebooks", Path(__file__).resolve().parent.parent / "web" / "notebooks.py"
)
notebooks = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(notebooks)
PNG = notebooks.PNG
# One matplotlib draws the same bytes on every machine. Should the last bit of a number
# differ, an edge may change its shade; a changed letter moves far more pixels.
SHADE = 16 / 255
SHARE = 1e-4


def pixels(encoded):
    """Return a picture as an array, in the colours in which a chapter stores it."""
    stored = base64.b64decode(notebooks.small_picture(encoded))
    return image.imread(io.BytesIO(stored), format="png")


def looks_alike(one, other):
    """Say whether two stored pictures show the same."""
    if one.split() == other.split():
        return True
    first, second = pixels(one), pixels(other)
    if first.shape != second.shape:
        return False
    far = (np.abs(first - second) > SHADE).any(axis=-1)
    return far.mean() <= SHARE


def pictures(outputs):
    """Return the data dictionaries that hold a picture, in order."""
    return [out["data"] for out in outputs if PNG in out.get("data", {})]


def pytest_collection_modifyitems(items):
    """Count pictures among what must agree."""
    for item in items:
        if isinstance(item, IPyNbCell):
            item.parent.skip_compare = tuple(
                key for key in item.parent.skip_compare if key != PNG
            )
            strict = item.compare_outputs

            def compare(test, ref, skip_compare=None, strict=strict):
                """Take a picture that looks alike for the stored one."""
                for new, old in zip(pictures(test), pictures(ref), strict=False):
                    if looks_alike(new[PNG], old[PNG]):
                        new[PNG] = old[PNG]
                return strict(test, ref, skip_compare)

            item.compare_outputs = compare
