std = "luajit"
max_line_length = false -- The project's own lint checks it.
-- Methods that others call with a case.
files["tests/replay.lua"] = {ignore = {"212/self"}}
