-- luajit run.lua [replay | unit]: runs the conformance data, the other tests, or both. The last line has the numbers of
-- tests that passed and failed.

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/../?.lua;" .. here .. "/?.lua;" .. package.path

local passed, failed = 0, 0

local function test(name, body)
    local ok, problem = xpcall(body, function(problem)
        return type(problem) == "string" and debug.traceback(problem, 2) or tostring(problem)
    end)
    if ok then
        passed = passed + 1
    else
        failed = failed + 1
        print("FAILED " .. name .. "\n    " .. tostring(problem))
    end
end

if arg[1] ~= "unit" then
    local replay = require("replay")
    local data = os.getenv("TALLY_CONFORMANCE") or here .. "/../../../Tests/Conformance/data"
    local cases = replay.cases(data)
    for _, case in ipairs(cases) do
        test(case.case, function() replay.run(case) end)
    end
    print(#cases .. " cases of the conformance data")
end

if arg[1] ~= "replay" then
    for _, file in ipairs{"values", "items", "callbacks", "lifetime", "lookups"} do
        for name, body in pairs(require(file)(here)) do test(name, body) end
    end
end

print(passed .. " passed, " .. failed .. " failed")
os.exit(failed == 0 and 0 or 1, true)
