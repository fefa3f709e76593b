"""Parts of scripts/package."""
