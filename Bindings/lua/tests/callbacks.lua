-- Functions that the library calls: observers, widgets, clocks and transports.

local ffi = require("ffi")
local tally = require("tally")
local support = require("support")

-- Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
local HANG_SECONDS = 120

local fails, luajit, read = support.fails, support.luajit, support.read

ffi.cdef[[
struct pollfd { int fd; short events; short revents; };
int poll(struct pollfd *, unsigned long, int);
]]

return function(here)
    local tests = {}

    function tests.what_an_observer_raises_comes_out_of_dispatch()
        local engine = tally.open()
        local ann, scope, told = engine:account("ann"), engine:scope(), {}
        scope:observe(ann, "root", function(event)
            told[#told + 1] = event.text
            error("no: " .. event.text, 0)
        end, {subtree = true})
        ann:set("a.b", 1)
        for _, path in ipairs{"root.a.b", "root.a", "root"} do
            local ok, problem = pcall(engine.dispatch, engine)
            assert(not ok and problem == "no: " .. path)
        end
        assert(engine:dispatch() == 0 and #told == 3)
        ann:set("a.b", 2)
        assert(not pcall(engine.next_event, engine))
        engine:close()
    end

    function tests.observers_may_call_anything_but_close()
        local engine = tally.open()
        local ann, scope, token = engine:account("ann"), engine:scope(), nil
        token = scope:observe(ann, "a", function()
            ann:set("other", 7)
            fails("THREAD", engine.close, engine)
            scope:unobserve(token)
        end)
        ann:set("a", 1)
        assert(engine:dispatch() == 1)
        ann:set("a", 2)
        assert(engine:dispatch() == 0 and ann:get("other").count == 7)
        scope:observe(ann, "a") -- Without a callback its events stay pending.
        ann:set("a", 3)
        ann:set("b", 3)
        assert(engine:dispatch() == 0)
        local event = engine:next_event()
        assert(event.text == "root.a" and event.count == 3 and engine:next_event() == nil)
        engine:close()
    end

    function tests.a_feed_is_observed()
        local engine = tally.open()
        local ann, scope, told = engine:account("ann"), engine:scope(), {}
        ann:log_in()
        local feed = ann:add_feed("inbox", {prefix = "in", title = "Inbox"})
        local token = scope:observe_feed(feed, function(event) told[#told + 1] = event end)
        local pending = scope:observe_feed(feed)
        feed:deliver('{"cursor":"1","items":[{"id":"1","path":"a"}]}')
        feed:deliver('{"cursor":"2","items":[{"id":"2","path":"a"}]}')
        assert(engine:dispatch() == 1 and #told == 1)
        local event = told[1]
        assert(event.kind == tally.EVENT_SYNCED and event.token == token and event.text == "Inbox")
        assert(event.added == 2 and event.badge_kind == tally.KIND_NUMBER and event.count == 2)
        -- Those without a function are not merged with each other.
        event = engine:next_event()
        assert(event.kind == tally.EVENT_SYNCED and event.token == 0 and event.count == 2)
        event = engine:next_event()
        assert(event.kind == tally.EVENT_SYNCED and event.token == pending and event.count == 2)
        assert(engine:next_event() == nil)
        local page = feed:page_shown(0)
        assert(page.first == true and page.away_time == -1 and page.requested == false)
        scope:unobserve(token)
        feed:deliver('{"cursor":"3","items":[]}')
        assert(engine:dispatch() == 0 and #told == 1)
        engine:close()
    end

    function tests.the_same_function_is_one_observer()
        local engine = tally.open()
        local ann, scope, told = engine:account("ann"), engine:scope(), {}
        local function changed(event) told[#told + 1] = event.text end
        local token = scope:observe(ann, "a", changed)
        assert(scope:observe(ann, "root.a", changed) == token)
        assert(scope:observe(ann, "b", changed) ~= token)
        assert(scope:observe(ann, "a", function() told[#told + 1] = "other" end) ~= token)
        ann:set("a", 1)
        engine:dispatch()
        table.sort(told)
        assert(table.concat(told, " ") == "other root.a", table.concat(told, " "))
        scope:unobserve(token) -- It was added twice.
        ann:set("a", 2)
        engine:dispatch()
        assert(#told == 4, table.concat(told, " "))
        scope:unobserve(token)
        assert(scope:observe(ann, "a", changed) ~= token)
        local widget = {}
        assert(scope:bind(ann, "a", widget) == scope:bind(ann, "a", widget))
        engine:close()
    end

    function tests.widgets_draw()
        local engine = tally.open()
        local ann, scope, drawn = engine:account("ann"), engine:scope(), {}
        local widget = {__index = function(_, name)
            return function(_, path, _, text) drawn[#drawn + 1] = name .. " " .. path .. " " .. text end
        end}
        scope:bind(ann, "a", setmetatable({}, widget))
        scope:bind(ann, "a", setmetatable({}, widget))
        engine:dispatch()
        ann:set("a.b", 120)
        engine:dispatch()
        ann:clear_tree("a")
        ann:dot("a")
        ann:set_style("a", {icon = "new"})
        assert(ann:style("a").icon == "new" and ann:style("a").max_count == nil)
        engine:dispatch()
        scope:close()
        ann:set("a", 1)
        assert(engine:dispatch() == 0)
        assert(table.concat(drawn, ", ") == ("hide root.a , "):rep(2) .. ("show_number root.a 99+, "):rep(2) ..
            "show_icon root.a new, show_icon root.a new", table.concat(drawn, ", "))
        engine:close()
    end

    function tests.functions_that_the_library_calls_need_a_host_that_drives()
        fails("UNSUPPORTED", tally.open, {clock = function() return 0, 0 end})
        fails("UNSUPPORTED", tally.open, {log = print})
        local engine = tally.open()
        fails("UNSUPPORTED", engine.set_transport, engine, print)
        engine:close()
    end

    function tests.what_a_clock_raises_comes_out_of_the_call()
        local wall, broken = 1767225600000, false
        local engine = tally.open{host_driven = true, zone = "UTC", clock = function()
            collectgarbage() -- Releasing must wait: the library holds locks.
            if broken then error("no battery", 0) end
            return wall, wall
        end}
        local ann = engine:account("ann")
        for number = 1, 20 do engine:account("a" .. number):set("x", 1) end
        broken = true
        local ok, problem = pcall(ann.set, ann, "a", 1, wall + 1000)
        assert(not ok and problem == "no battery", tostring(problem))
        broken = false
        wall = wall + 2000
        engine:step()
        assert(ann:get("a").kind == tally.KIND_NONE)
        engine:close()
    end

    function tests.a_transport_of_ones_own()
        local wall, requests = 1767225600000, {}
        local engine = tally.open{host_driven = true, zone = "UTC", clock = function() return wall, wall end}
        engine:set_transport(function(request) requests[#requests + 1] = request end)
        local ann, result = engine:account("ann"), nil
        ann:set_credential("https://example.org", {kind = tally.CREDENTIAL_KIND_BEARER, secret = "secret"})
        ann:log_in()
        local feed = ann:add_feed("inbox", {url = "https://example.org/feed", initial_delay = -1})
        feed:refresh_now(function(event) result = event.result end)
        engine:step()
        local request = requests[1]
        assert(request.kind == tally.REQUEST_KIND_SEND and request.method == "GET")
        assert(request.headers:find("Authorization: Bearer secret", 1, true))
        request.progress()
        request.respond(200, "Content-Type: application/json\r\n",
            '{"cursor":"1","items":[{"id":"1","path":"in","title":"hello"}]}')
        engine:step()
        assert(result == tally.OK and ann:get("in").count == 1)
        fails("NOT_FOUND", request.respond, 200)
        engine:close()
    end

    function tests.engines_share_callbacks()
        -- LuaJIT has room for fewer callbacks than these engines have functions. A loop this long is compiled.
        local output = luajit([[
            local tally, library, engines = require("tally"), require("tally.library"), {}
            local wall, asked = 1767225600000, 0
            local function options(number)
                return {host_driven = true, zone = "UTC", log = function() end, log_level = tally.LOG_INFO,
                    clock = function() asked = asked + 1 return wall + number, wall end,
                    zone_file = function() return io.open("/usr/share/zoneinfo/UTC", "rb"):read("*a") end}
            end
            for number = 1, 400 do engines[number] = tally.open(options(number)) end
            for number = 1, 400 do
                local ann = engines[number]:account("ann")
                ann:set("a", 1, wall + 1000)
                engines[number]:step()
                assert(ann:get("a").kind == tally.KIND_NUMBER)
                engines[number]:close()
            end
            for number = 1, 600 do
                local engine = tally.open(options(number))
                local ann = engine:account("ann")
                ann:node("a"):close()
                engine:scope():close()
                ann:close()
                engine:close()
            end
            assert(library.remembered() == 0 and asked > 1000)
            for _ = 1, 1000 do
                local failing = options(0)
                failing.file = "/nowhere/badges.db"
                assert(not pcall(tally.open, failing))
                failing.nonsense = 1
                assert(not pcall(tally.open, failing))
            end
            assert(library.remembered() == 0)
            local engine = tally.open(options(0))
            for _ = 1, 1000 do engine:set_transport(function() end) end
            assert(library.remembered() == 4)
            engine:close()
            assert(not pcall(engine.set_transport, engine, print) and library.remembered() == 0)
            print("all closed")
        ]])
        assert(output == "all closed\nexit 0\n", output)
    end

    function tests.a_function_of_the_library_that_may_call_back_is_never_compiled()
        local harmless = {tally_status_name = true, tally_status_message = true, tally_error_message = true,
            tally_version_text = true, tally_version = true, tally_bytes_release = true}
        for file in io.popen("find '" .. here .. "/../tally.lua' '" .. here .. "/../tally' -name '*.lua'"):lines() do
            for call in read(file):gmatch("%f[%w]C%.(tally_[%w_]*)%(") do
                assert(harmless[call], call)
            end
        end
    end

    function tests.step_calls_what_observes()
        local wall = 1767225600000
        local engine = tally.open{host_driven = true, clock = function() return wall, wall end}
        local ann, scope, told = engine:account("ann"), engine:scope(), {}
        local function note(name)
            return function(event)
                told[#told + 1] = name .. " " .. event.text .. " " .. tally.shown(event)
                if told.fails then error("no", 0) end
            end
        end
        local widget = setmetatable({}, {__index = function(_, name)
            return function(_, path, presentation, text)
                told[#told + 1] = name .. " " .. path .. " " .. presentation.count .. " " .. text
            end
        end})
        local first = note("first")
        assert(scope:observe(ann, "a", first) == scope:observe(ann, "root.a", first))
        scope:observe(ann, "a", note("second"))
        scope:bind(ann, "a", widget)
        scope:observe(ann, "b") -- Nobody is called: it waits.
        engine:step()
        assert(table.concat(told, ", ") == "hide root.a 0 ", table.concat(told, ", "))
        told = {}
        ann:set("a", 3)
        ann:set("b", 1, wall + 1000)
        assert(engine:step() == 3)
        assert(table.concat(told, ", ") == "first root.a 3, second root.a 3, show_number root.a 3 3",
            table.concat(told, ", "))
        told = {fails = true}
        ann:set("a", 4)
        assert(not pcall(engine.step, engine) and #told == 1)
        told.fails = nil
        assert(engine:step() == 2 and #told == 3 and told[3] == "show_number root.a 4 4")
        wall = wall + 2000
        assert(engine:step() == 0)
        assert(engine:next_event().text == "root.b" and engine:next_event() == nil)
        scope:close()
        engine:close()
    end

    function tests.events_that_nobody_takes_are_merged()
        local engine = tally.open()
        local ann, scope = engine:account("ann"), engine:scope()
        scope:observe(ann, "root", nil, {subtree = true})
        for number = 1, 100 do
            ann:set("a", number)
            engine:dispatch()
        end
        local seen = {}
        for event in engine:events() do seen[#seen + 1] = event.text .. " " .. event.count end
        assert(table.concat(seen, ", ") == "root.a 100, root 100", table.concat(seen, ", "))
        ann:set("b", 1)
        engine:dispatch()
        engine:close()
        fails("CLOSED", engine.next_event, engine)
    end

    function tests.what_a_callback_raises_is_not_lost()
        local broken, wall = true, 1767225600000
        local options = {host_driven = true, zone = "UTC", clock = function()
            if broken then error("no battery", 0) end
            return wall, wall
        end}
        local engine = tally.open(options) -- It is open: what the clock has raised comes out of the next call.
        broken = false
        local ok, problem = pcall(engine.flush, engine)
        assert(not ok and problem == "no battery", tostring(problem))
        local ann = engine:account("ann")
        broken = true
        ok, problem = pcall(engine.close, engine)
        assert(engine:closed() and (ok or problem == "no battery"))
        broken = false
        fails("CLOSED", ann.get, ann, "a")
    end

    function tests.the_descriptor_is_readable_while_events_are_pending()
        local engine = tally.open()
        local ann, scope = engine:account("ann"), engine:scope()
        scope:observe(ann, "a", function() end)
        local waits = ffi.new("struct pollfd[1]", {{engine:descriptor(), 1, 0}})
        assert(ffi.C.poll(waits, 1, 0) == 0)
        ann:set("a", 1)
        assert(ffi.C.poll(waits, 1, HANG_SECONDS * 1000) == 1)
        assert(engine:dispatch() == 1 and ffi.C.poll(waits, 1, 0) == 0)
        ann:set("a", 2, os.time() * 1000 + 1500) -- Expires on the library's thread.
        repeat -- One event if the badge has expired before the first one is taken.
            local event = assert(engine:next_event(HANG_SECONDS * 1000))
        until event.badge_kind == tally.KIND_NONE
        engine:interrupt()
        assert(engine:next_event(-1) == nil)
        engine:close()
    end

    function tests.a_wait_without_a_limit_hears_the_first_interrupt_of_the_terminal()
        -- The signal comes when the program sleeps in the wait.
        local output = luajit[[
            local tally = require("tally")
            local engine = tally.open()
            local ready = os.tmpname()
            os.remove(ready)
            os.execute("pid=$PPID; (until [ -e " .. ready .. " ]; do :; done;" ..
                " until [ \"$(cut -d ' ' -f 3 /proc/$pid/stat)\" = S ];" ..
                " do :; done; rm " .. ready .. "; kill -INT $pid) > /dev/null 2>&1 &")
            io.open(ready, "w"):close()
            local ok, problem = pcall(engine.next_event, engine, -1)
            engine:close()
            print(ok, tostring(problem):match("interrupted!"))
        ]]
        assert(output == "false\tinterrupted!\nexit 0\n", output)
    end

    return tests
end
