"""The checks of scripts/test and the measurements of scripts/bench, with what they share: build, server, page and report."""
