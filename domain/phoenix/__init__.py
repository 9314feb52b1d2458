"""Phoenix Palace: rules, components, bots."""
