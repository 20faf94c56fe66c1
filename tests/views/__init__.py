"""Tests of what the views build, as data."""
