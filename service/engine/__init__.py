"""Reading and changing games. All other code does both through this package."""
