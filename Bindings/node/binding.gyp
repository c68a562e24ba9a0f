{
  # The header comes with the package (`make node-package`); in the sources it is in include/.
  "targets": [{
    "target_name": "tally",
    "sources": ["src/addon.c"],
    "include_dirs": ["include", "../../include"],
    "cflags": ["-std=gnu11"],
    "libraries": ["-ldl"],
  }],
}
