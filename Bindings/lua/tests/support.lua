-- Helpers that several files of tests use.

local tally = require("tally")

local support = {}

function support.fails(status, body, ...)
    local ok, problem = pcall(body, ...)
    assert(not ok, "nothing was raised")
    assert(getmetatable(problem) == tally.Error, tostring(problem))
    assert(problem.name == "TALLY_ERROR_" .. status, tostring(problem))
    return problem
end

function support.luajit(program)
    local file = os.tmpname()
    local handle = io.open(file, "w")
    handle:write("package.path = '" .. package.path .. "'\n", program)
    handle:close()
    local pipe = io.popen("luajit " .. file .. " 2>&1; echo \"exit $?\"")
    local output = pipe:read("*a")
    pipe:close()
    os.remove(file)
    return output
end

function support.read(file)
    local handle = assert(io.open(file, "rb"))
    local content = handle:read("*a")
    handle:close()
    return content
end

return support
