"""The code of *Attention, Line by Line*: one file per concept, read in the book.

Import names the file: `from annotated.attention import MultiHeadAttention`.
"""

__version__ = "0.1.0"
