"""Exercises with checks: one file per concept, found by the first part of a name."""
