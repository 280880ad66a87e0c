"""Let nbval compare the figures too: it skips pictures by itself."""

import base64
import io

import numpy as np
from matplotlib import image
from nbval.plugin import IPyNbCell

PNG = "image/png"
# One matplotlib draws the same bytes on every machine. Should the last bit of a number
# differ, an edge may change its shade; a changed letter moves far more pixels.
SHADE = 16 / 255
SHARE = 1e-4


def pixels(encoded):
    """Return a stored picture as an array."""
    return image.imread(io.BytesIO(base64.b64decode(encoded)), format="png")


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
