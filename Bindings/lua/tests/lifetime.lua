-- Handles, engines and processes: closing, collecting and forking.

local ffi = require("ffi")
local tally = require("tally")
local library = require("tally.library")
local support = require("support")

local fails, luajit, read = support.fails, support.luajit, support.read

ffi.cdef[[
int fork(void); int waitpid(int, int *, int); void _exit(int);
]]

return function()
    local tests = {}

    function tests.a_missing_library_says_what_to_do()
        local pipe = io.popen("TALLY_LIBRARY=/nowhere/libtally.so.0 luajit -e 'package.path=[[" .. package.path ..
            "]] require(\"tally\")' 2>&1")
        local output = pipe:read("*a")
        pipe:close()
        assert(output:find("TALLY_LIBRARY says /nowhere", 1, true) and output:find("make install", 1, true), output)
    end

    function tests.handles_of_another_kind_are_refused()
        local engine = tally.open()
        local ann, scope = engine:account("ann"), engine:scope()
        for _, wrong in ipairs{scope, engine, ann:node("a"), "ann", {}} do
            assert(not pcall(scope.observe, scope, wrong, "a"))
        end
        for _, wrong in ipairs{scope, engine, ann, {}} do
            assert(not pcall(function() tally.batch():set(wrong, 1) end))
        end
        engine:close()
    end

    function tests.use_after_close_and_double_close()
        local engine = tally.open()
        local ann, bob, scope = engine:account("ann"), engine:account("bob"), engine:scope()
        local feed, node, snapshot = ann:add_feed("in"), ann:node("a"), ann:snapshot()
        for _, object in ipairs{feed, scope, bob} do
            object:close()
            object:close()
            assert(object:closed())
        end
        fails("CLOSED", feed.info, feed)
        fails("CLOSED", scope.refresh_widgets, scope)
        fails("CLOSED", bob.get, bob, "a")
        engine:close()
        engine:close()
        fails("CLOSED", ann.get, ann, "a")
        fails("CLOSED", engine.flush, engine)
        fails("CLOSED", engine.next_event, engine)
        fails("CLOSED", engine.account, engine, "c")
        assert(#snapshot:encode() > 0)
        node:close()
        ann:close()
        snapshot:close()
        fails("CLOSED", snapshot.encode, snapshot)
    end

    function tests.garbage_is_collected_in_any_order()
        local file = os.tmpname()
        os.remove(file)
        for turn = 1, 8 do
            local parts = {}
            parts.engine = tally.open{file = file}
            parts.ann, parts.scope = parts.engine:account("ann"), parts.engine:scope()
            parts.feed, parts.node, parts.snapshot = parts.ann:add_feed("in"), parts.ann:node("a"), parts.ann:snapshot()
            parts.scope:observe(parts.ann, "root", function() return parts end)
            parts.ann:add("x", 1)
            local names = {"engine", "ann", "scope", "feed", "node", "snapshot"}
            if turn % 2 == 0 then parts.engine:close() end
            for shift = 1, #names do
                parts[names[(shift + turn) % #names + 1]] = nil
                collectgarbage()
            end
            parts = nil
            for _ = 1, 3 do
                collectgarbage()
                library.release_dropped() -- As any call does.
            end
        end
        local engine = tally.open{file = file} -- It would be locked if an engine that nobody had were still open.
        assert(engine:account("ann"):get("x").count == 8)
        engine:close()
        os.remove(file)
    end

    function tests.an_engine_that_was_forgotten_writes_at_the_end_of_the_state()
        local file = os.tmpname()
        os.remove(file)
        luajit("local tally = require('tally') engine = tally.open{file = '" .. file .. "'} " ..
            "ann = engine:account('ann') ann:set('a', 7)")
        local engine = tally.open{file = file}
        assert(engine:account("ann"):get("a").count == 7)
        engine:close()
        os.remove(file)
    end

    function tests.an_engine_that_could_not_be_closed_is_open()
        local engine = tally.open()
        local ann, scope = engine:account("ann"), engine:scope()
        for _, wrong in ipairs{"soon", 1.5, 0 / 0, 1 / 0, {}} do
            assert(not pcall(engine.close, engine, wrong), tostring(wrong))
            assert(not engine:closed())
        end
        local called
        local inside = ffi.cast("tally_event_callback", function()
            called = fails("THREAD", engine.close, engine)
        end)
        tally.call.observe(scope, ann, "a", 0, inside, nil, nil)
        ann:set("a", 1)
        tally.call.engine_dispatch(engine, 0)
        assert(called and ann:get("a").count == 1 and engine:total().count == 0)
        engine:flush()
        engine:close() -- It has not lost its handle.
        inside:free()
        assert(engine:closed())
        fails("CLOSED", engine.flush, engine)
    end

    function tests.an_engine_that_could_not_be_closed_writes_at_the_end_of_the_state()
        local file = os.tmpname()
        os.remove(file)
        local output = luajit("local tally, ffi = require('tally'), require('ffi') " ..
            "engine = tally.open{file = '" .. file .. "'} ann, scope = engine:account('ann'), engine:scope() " ..
            "inside = ffi.cast('tally_event_callback', function() print(pcall(engine.close, engine)) end) " ..
            "tally.call.observe(scope, ann, 'a', 0, inside, nil, nil) ann:set('a', 7) " ..
            "tally.call.engine_dispatch(engine, 0)")
        assert(output:find("TALLY_ERROR_THREAD", 1, true) and output:find("exit 0\n$"), output)
        local engine = tally.open{file = file}
        assert(engine:account("ann"):get("a").count == 7)
        engine:close()
        os.remove(file)
        os.remove(file .. "-lock")
    end

    function tests.a_timeout_is_only_that_of_the_engine_that_is_closed()
        local file = os.tmpname()
        os.remove(file)
        do
            local forgotten = tally.open{file = file}
            forgotten:account("ann"):set("a", 1)
        end
        local engine = tally.open()
        for _ = 1, 3 do collectgarbage() end
        engine:close(-5) -- Each that is negative is as long as it takes.
        assert(engine:closed())
        tally.open{file = file}:close() -- The other one was closed: its file is free.
        os.remove(file)
        os.remove(file .. "-lock")
    end

    function tests.an_engine_that_is_forgotten_in_a_callback_is_closed_afterwards()
        local file = os.tmpname()
        os.remove(file)
        local engine, parts = tally.open(), {tally.open{file = file}}
        local ann, scope = engine:account("ann"), engine:scope()
        local inside = ffi.cast("tally_event_callback", function()
            parts[1] = nil
            collectgarbage()
            ann:set("b", 1) -- Tries to release it.
        end)
        tally.call.observe(scope, ann, "a", 0, inside, nil, nil)
        ann:set("a", 1)
        tally.call.engine_dispatch(engine, 0)
        assert(ann:get("b").count == 1 and parts[1] == nil)
        tally.open{file = file}:close() -- The file is free.
        engine:close()
        inside:free()
        os.remove(file)
        os.remove(file .. "-lock")
    end

    function tests.the_library_stays_in_memory()
        local output = luajit([[
            local function mapped()
                return io.open("/proc/self/maps"):read("*a"):find("libtally") ~= nil
            end
            local tally = require("tally")
            tally.open():close()
            tally = nil
            for name in pairs(package.loaded) do
                if name:find("^tally") then package.loaded[name] = nil end
            end
            for _ = 1, 4 do collectgarbage() end
            assert(mapped())
            engine = require("tally").open() -- Again, in the same state, and left open at its end.
            engine:account("ann"):set("a", 1)
        ]])
        assert(output == "exit 0\n", output)
    end

    function tests.observers_last_if_nothing_refers_to_their_scope()
        local engine = tally.open()
        local ann, told = engine:account("ann"), {}
        local function observe()
            engine:scope():observe(ann, "a", function(event) told[#told + 1] = event.text end)
        end
        observe()
        for _ = 1, 4 do
            collectgarbage()
            ann:get("a")
        end
        ann:set("a", 1)
        engine:dispatch()
        assert(#told == 1 and told[1] == "root.a", table.concat(told, " "))
        engine:close()
    end

    function tests.what_a_closed_scope_observed_is_forgotten()
        local engine = tally.open()
        local ann, watched = engine:account("ann"), setmetatable({}, {__mode = "k"})
        local function observe()
            local seen, scope = {}, engine:scope()
            watched[seen] = true
            scope:observe(ann, "a", function() seen.told = true end)
            scope:close()
        end
        observe()
        for _ = 1, 4 do
            collectgarbage()
            ann:get("a")
        end
        assert(next(watched) == nil and next(engine.observers) == nil and next(engine.scopes) == nil)
        engine:close()
    end

    function tests.after_fork_the_child_has_nothing()
        local engine = tally.open()
        local ann = engine:account("ann")
        local child = ffi.C.fork()
        if child == 0 then
            local ok = pcall(function()
                fails("FORKED", ann.set, ann, "a", 1)
                fails("FORKED", engine.flush, engine)
                ann:close()
                engine:close()
                collectgarbage()
            end)
            ffi.C._exit(ok and 0 or 1)
        end
        local status = ffi.new("int[1]")
        assert(ffi.C.waitpid(child, status, 0) == child and status[0] == 0)
        ann:set("a", 1)
        engine:close()
    end

    function tests.files_and_recovery()
        local file = os.tmpname()
        os.remove(file)
        local engine = tally.open{file = file}
        engine:account("ann"):set("a", 1)
        engine:backup(file .. "-copy")
        engine:verify()
        assert(engine:stats().accounts == 1 and engine:limit(tally.LIMIT_DEPTH) == 64)
        engine:close()
        local damaged = read(file)
        damaged = damaged:sub(1, 5000) .. ("\255"):rep(100) .. damaged:sub(5101)
        local handle = io.open(file, "wb")
        handle:write(damaged)
        handle:close()
        engine = tally.open{file = file, set_aside = true}
        assert(engine.set_aside_message:find("damaged", 1, true))
        engine:close()
        assert(tally.recover(file .. ".damaged", file .. "-fresh").damaged_pages >= 1)
        for _, ending in ipairs{"", "-copy", "-fresh", ".damaged", "-lock", "-copy-lock", "-fresh-lock"} do
            os.remove(file .. ending)
        end
    end

    return tests
end
