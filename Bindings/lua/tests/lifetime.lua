-- What becomes of handles, observers, callbacks and processes; what goes in and comes out.

local ffi = require("ffi")
local tally = require("tally")
local library = require("tally.library")
local replay = require("replay")

ffi.cdef[[
int fork(void); int waitpid(int, int *, int); void _exit(int);
struct pollfd { int fd; short events; short revents; };
int poll(struct pollfd *, unsigned long, int);
]]

return function(here)
    local tests = {}

    local function fails(status, body, ...)
        local ok, problem = pcall(body, ...)
        assert(not ok, "nothing was raised")
        assert(getmetatable(problem) == tally.Error, tostring(problem))
        assert(problem.name == "TALLY_ERROR_" .. status, tostring(problem))
        return problem
    end

    local function luajit(program)
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

    local function read(file)
        local handle = assert(io.open(file, "rb"))
        local content = handle:read("*a")
        handle:close()
        return content
    end

    function tests.every_function_of_the_header_is_declared_and_bound()
        local ok, header = pcall(read, here .. "/../../../include/tally.h")
        assert(ok, "the header is not there")
        header = header:gsub("/%*.-%*/", "")
        local count = 0
        for name in header:gmatch("(tally_%w[%w_]*)%(") do
            assert(library.functions[name], name .. " is not declared")
            assert(library.C[name] ~= nil)
            assert(tally.call[name:sub(7)])
            count = count + 1
        end
        assert(count > 140)
    end

    function tests.every_function_has_a_word_or_is_known_to_need_none()
        local source, without = read(here .. "/../tally.lua") .. read(here .. "/../tally/library.lua"), {}
        for name in pairs(library.functions) do
            local short = name:sub(7)
            if not source:find("call%." .. short .. "%f[^%w_]") and not source:find("C%." .. name .. "%f[^%w_]") then
                without[#without + 1] = short
            end
        end
        table.sort(without)
        -- Nodes' are made of their names, and nobody has asked for node_apply yet; dispatch and notify would call from C, or from another thread.
        local found = table.concat(without, " ")
        assert(found == "engine_dispatch engine_set_notify node_add node_apply node_clear node_clear_tree node_dot " ..
            "node_dot_until node_get node_mute node_path node_set node_set_until status_message version", found)
    end

    function tests.a_missing_library_says_what_to_do()
        local pipe = io.popen("TALLY_LIBRARY=/nowhere/libtally.so.0 luajit -e 'package.path=[[" .. package.path ..
            "]] require(\"tally\")' 2>&1")
        local output = pipe:read("*a")
        pipe:close()
        assert(output:find("TALLY_LIBRARY says /nowhere", 1, true) and output:find("make install", 1, true), output)
    end

    function tests.errors_have_a_name_a_number_and_words()
        local engine = tally.open()
        local ann = engine:account("ann")
        local problem = fails("PATH", ann.set, ann, "a..b", 1)
        assert(problem.status == tally.ERROR_PATH and problem.message:find("a component is empty, at byte 2", 1, true))
        assert(tostring(problem):find("TALLY_ERROR_PATH, -3", 1, true))
        fails("RANGE", ann.set, ann, "a", -1)
        fails("ARGUMENT", ann.set, ann, "a\0b", 1)
        fails("ARGUMENT", function() tally.batch():set("a\0b", 1) end)
        for _, wrong in ipairs{1.5, 2 ^ 53 + 2, "3", 0 / 0} do
            assert(not pcall(ann.set, ann, "a", wrong))
        end
        for _, wrong in ipairs{1.5, 2 ^ 53 + 2, "3", 0 / 0, 2ULL ^ 63, ffi.new("char[1]"), {}} do
            assert(not pcall(function() tally.batch():set("a", wrong) end))
            assert(not pcall(function() tally.batch():dot("a", wrong) end))
            assert(not pcall(function() tally.batch():set("a", 1):set_values{wrong} end))
        end
        for _, wrong in ipairs{2LL ^ 32 + 1, -2LL ^ 32 + 1, 2ULL ^ 32 + 1} do
            assert(not pcall(ann.mute, ann, "a", wrong))
            assert(not pcall(ann.post, ann, "a", {count = wrong}))
        end
        assert(not pcall(ann.post, ann, "a", {count = -1LL}))
        assert(not pcall(ann.set, ann, "a")) -- What is forgotten is not 0.
        assert(not pcall(ann.add, ann, "a") and not pcall(ann.mute, ann, "a"))
        assert(not pcall(function() tally.batch():set("a") end))
        local _, unknown = pcall(ann.post, ann, "a", {nonsense = 1})
        assert(unknown:find("has no member nonsense", 1, true), unknown)
        assert(not pcall(ann.mute, ann, "a", 2 ^ 40))
        assert(ann:get("root").kind == tally.KIND_NONE)
        engine:close()
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

    function tests.unknown_options_are_refused()
        local engine = tally.open()
        local ann, scope = engine:account("ann"), engine:scope()
        assert(not pcall(scope.observe, scope, ann, "a", print, {sub = true}))
        assert(not pcall(ann.messages, ann, "a", {sub = true}) or not pcall(ann:messages("a", {sub = true})))
        assert(not pcall(ann.group_page, ann, "en", {hide = true}))
        engine:close()
    end

    function tests.a_posted_message_may_be_a_dot()
        local engine = tally.open()
        local ann = engine:account("ann")
        ann:post("a", {title = "t", dot = true})
        assert(ann:get("a").kind == tally.KIND_DOT and ann:get("a").count == 0)
        engine:close()
    end

    function tests.numbers_beyond_a_double_are_exact()
        local engine = tally.open()
        local ann = engine:account("ann")
        ann:batch(tally.batch(), {source = "log", epoch = 1, position = 9007199254740993ULL})
        local _, position = ann:batch_position("log")
        assert(type(position) == "cdata" and position == 9007199254740993ULL)
        ann:set("a", 4294967295)
        assert(ann:get("a").count == 4294967295)
        assert(ann:digest("root") == ann:digest("root"))
        engine:close()
    end

    function tests.long_texts_and_lists_come_out_whole()
        local engine = tally.open()
        local ann, body = engine:account("ann"), ("ä"):rep(20000)
        for number = 1, 300 do ann:set(("root.a%03d"):format(number), number) end
        local list = ann:list("root")
        assert(#list == 300 and list[300].path == "root.a300" and list[300].count == 300)
        ann:post("in", {title = "t", body = body})
        local count = 0
        for message in ann:messages("in") do
            assert(message.body == body)
            count = count + 1
        end
        assert(count == 1)
        for number = 1, 2500 do ann:post("many", {id = tostring(number)}) end
        count = 0
        for _ in ann:messages("many") do count = count + 1 end
        assert(count == 2500)
        engine:close()
    end

    function tests.pages_have_as_many_rows_as_are_asked_for()
        local engine = tally.open()
        local ann, body = engine:account("ann"), ("ä"):rep(200000) -- More than there is room for at first.
        for number = 1, 6 do ann:post("in", {id = tostring(number), body = body}) end
        local page = ann:message_page("in", nil, nil, 5)
        assert(#page == 5 and page.more and page[1].id == "6" and page[5].id == "2" and page[5].body == body)
        page = ann:message_page("in", nil, page[5].key, 5)
        assert(#page == 1 and not page.more and page[1].id == "1")
        fails("ARGUMENT", ann.message_page, ann, "in", nil, nil, 0)
        ann:log_in()
        ann:configure_outbox()
        for number = 1, 200 do
            ann:put_reminder(tostring(number), {title = ("x"):rep(2000), shelf_life = 1, shelf_unit = tally.UNIT_DAY})
        end
        local leased = ann:outbox_lease(1000, 3)
        assert(#leased == 3 and leased.more)
        leased = ann:outbox_lease(1000, 1000)
        assert(#leased == 197 and not leased.more)
        assert(#ann:plan() > 0)
        engine:close()
    end

    function tests.a_dot_is_no_number()
        local engine = tally.open()
        local ann, scope, seen = engine:account("ann"), engine:scope(), {}
        assert(tally.shown(ann:get("a")) == "nothing")
        scope:observe(ann, "a", function(event) seen[#seen + 1] = tally.shown(event) end)
        for _, change in ipairs{
            function() ann:dot("a") end, function() ann:set("a", 7) end, function() ann:clear("a") end
        } do
            change()
            engine:dispatch()
        end
        assert(table.concat(seen, " ") == "dot 7 nothing", table.concat(seen, " "))
        ann:dot("b")
        local badge = ann:get("b")
        assert(badge.kind == tally.KIND_DOT and badge.count == 0 and tally.shown(badge) == "dot")
        assert(tally.shown(ann:list()[1]) == "dot")
        assert(tally.present(tally.KIND_NUMBER, 120) == "99+")
        local _, presentation = tally.present(badge.kind, badge.count)
        assert(presentation.kind == tally.KIND_DOT)
        engine:close()
    end

    function tests.accounts_and_presence()
        local engine = tally.open()
        local ann = engine:account("ann")
        local state = ann:state()
        assert(state.name == "ann" and state.logged_in == false and state.feeding == tally.FEEDING_UNSEEN)
        fails("NOT_FOUND", engine.account, engine, "bob", {existing = true})
        engine:account("ann", {existing = true}):close()
        engine:set_foreground(false)
        engine:set_network(false)
        engine:set_network(true)
        engine:woke()
        engine:set_foreground(true)
        engine:close()
    end

    function tests.what_nodes_show_may_end()
        local wall = 1767225600000
        local engine = tally.open{host_driven = true, clock = function() return wall, wall end}
        local node = engine:account("ann"):node("a")
        for _, change in ipairs{
            function() node:set(3, wall + 1000) end, function() node:dot(wall + 1000) end
        } do
            change()
            assert(node:get().kind ~= tally.KIND_NONE)
            wall = wall + 1000
            engine:step()
            assert(node:get().kind == tally.KIND_NONE)
        end
        engine:close()
    end

    function tests.snapshots_are_taken_and_restored()
        local engine = tally.open()
        local ann = engine:account("ann")
        ann:set("a.b", 3)
        ann:dot("a.c")
        local taken = ann:snapshot("a")
        ann:clear_tree("a")
        local decoded = tally.Snapshot.decode(taken:encode())
        assert(decoded:encode() == taken:encode() and decoded:diff(taken) == taken:diff(taken))
        decoded:restore(ann, "x")
        assert(tally.shown(ann:get("x.b")) == "3" and tally.shown(ann:get("x.c")) == "dot")
        fails("MALFORMED", tally.Snapshot.decode, taken:encode():sub(1, -2))
        engine:close()
    end

    function tests.members_of_reminders_are_taken_away()
        local engine = tally.open()
        local ann = engine:account("ann")
        ann:put_reminder("milk", {title = "Milk", path = "root.fridge", zone = "UTC", shelf_life = 7,
            shelf_unit = tally.UNIT_DAY, produced = 20990101, time = 3600})
        ann:edit_reminder("milk", {overdue_unit = tally.UNIT_DAY, overdue_every = 2, overdue_limit = 3})
        ann:edit_reminder("milk", {title = "", time = 0})
        local reminder = ann:reminder_page()[1]
        assert(reminder.title == "" and reminder.time == 0 and reminder.path == "root.fridge")
        assert(reminder.overdue_limit == 3)
        ann:edit_reminder("milk", {path = "", overdue_unit = 0})
        reminder = ann:reminder_page()[1]
        assert(reminder.path == "" and reminder.overdue_unit == 0)
        ann:remove_reminder("milk")
        assert(#ann:reminder_page() == 0)
        engine:close()
    end

    function tests.changes_use_the_same_memory()
        local engine = tally.open()
        local ann = engine:account("ann")
        local changes = ann:changes(nil, nil, 4)
        assert(#changes.poll() == 0)
        local batch = tally.batch()
        for number = 1, 100 do batch:set("root.b" .. number, 1) end
        ann:batch(batch)
        assert(#changes.poll() == 101)
        local memory = changes.rows.entries
        ann:set("root.b1", 2)
        assert(#changes.poll() == 2 and changes.rows.entries == memory)
        changes.revision = 10 ^ 9
        assert(#changes.poll() == 0 and changes.resync)
        engine:close()
    end

    function tests.a_batch_is_applied_again()
        local engine = tally.open()
        local ann = engine:account("ann")
        local node = ann:node("root.n")
        local batch = tally.batch():set("root.a", 1):add(node, 2):get("root")
        for turn = 1, 3 do
            local _, status = ann:batch(batch)
            assert(status == tally.OK and batch:results()[3].count == 1 + 2 * turn)
        end
        batch:set_values{5, 1, 0}
        ann:batch(batch)
        assert(ann:get("root.a").count == 5 and node:get().count == 7 and node:path() == "root.n")
        node:close()
        node:close()
        fails("STALE_HANDLE", node.get, node)
        fails("STALE_HANDLE", ann.batch, ann, batch)
        assert(batch:results()[1].status == tally.ERROR_NOT_APPLIED)
        local once = tally.batch():add("root.once", 1)
        local _, first = ann:batch(once, {id = "x"})
        local _, second = ann:batch(once, {id = "x"})
        assert(first == tally.OK and second == tally.ALREADY_APPLIED and ann:get("root.once").count == 1)
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
        scope:observe(ann, "a") -- Nobody is called: its events wait.
        ann:set("a", 3)
        ann:set("b", 3)
        assert(engine:dispatch() == 0)
        local event = engine:next_event()
        assert(event.text == "root.a" and event.count == 3 and engine:next_event() == nil)
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
        scope:unobserve(token)
        assert(scope:observe(ann, "a", changed) ~= token)
        local widget = {}
        assert(scope:bind(ann, "a", widget) == scope:bind(ann, "a", widget))
        engine:close()
    end

    function tests.changes_from_now_on_begin_with_what_changes_next()
        local engine = tally.open()
        local ann = engine:account("ann")
        ann:set("a", 1)
        local changes = ann:changes()
        ann:set("b", 2)
        assert(#changes.poll() == 2 and not changes.resync)
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
            collectgarbage() -- What is collected here is released later: locks are held.
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
        ann:log_in("secret")
        local feed = ann:add_feed("inbox", {url = "http://example.org/feed", initial_delay = -1})
        feed:refresh_now(function(event) result = event.result end)
        engine:step()
        local request = requests[1]
        assert(request.kind == tally.REQUEST_SEND and request.method == "GET")
        assert(request.headers:find("Authorization: Bearer secret", 1, true))
        request.progress()
        request.answer(200, "Content-Type: application/json\r\n",
            '{"cursor":"1","items":[{"id":"1","path":"in","title":"hello"}]}')
        engine:step()
        assert(result == tally.OK and ann:get("in").count == 1)
        fails("NOT_FOUND", request.answer, 200)
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
        for _, file in ipairs{"/../tally.lua", "/../tally/library.lua"} do
            for call in read(here .. file):gmatch("%f[%w]C%.(tally_[%w_]*)%(") do
                assert(call == "tally_status_name" or call == "tally_error_message" or call == "tally_version_text", call)
            end
        end
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

    function tests.what_a_collected_scope_observed_is_forgotten()
        local engine = tally.open()
        local ann, watched = engine:account("ann"), setmetatable({}, {__mode = "k"})
        local function observe()
            local seen = {}
            watched[seen] = true
            engine:scope():observe(ann, "a", function() seen.told = true end)
        end
        observe()
        for _ = 1, 4 do
            collectgarbage()
            ann:get("a")
        end
        assert(next(watched) == nil and next(engine.observers) == nil)
        engine:close()
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

    function tests.the_descriptor_is_readable_while_events_wait()
        local engine = tally.open()
        local ann, scope = engine:account("ann"), engine:scope()
        scope:observe(ann, "a", function() end)
        local waits = ffi.new("struct pollfd[1]", {{engine:descriptor(), 1, 0}})
        assert(ffi.C.poll(waits, 1, 0) == 0)
        ann:set("a", 1)
        assert(ffi.C.poll(waits, 1, 10000) == 1)
        assert(engine:dispatch() == 1 and ffi.C.poll(waits, 1, 0) == 0)
        ann:set("a", 2, os.time() * 1000 + 1500) -- It goes by itself, on the library's thread.
        engine:dispatch()
        assert(engine:next_event(20000).badge_kind == tally.KIND_NONE)
        engine:interrupt()
        assert(engine:next_event(-1) == nil)
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
        assert(engine:stats().accounts == 1 and engine:limits().max_depth == 64)
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

    function tests.a_replay_compares_what_comes_out()
        local function case(...)
            return {case = "own", steps = {{call = "account_open", account = "ann"},
                {call = "badge_set", account = "ann", path = "a", count = 3}, ...}}
        end
        replay.run(case{call = "badge_get", account = "ann", path = "a", out = {count = 3}})
        for _, wrong in ipairs{
            {call = "badge_get", account = "ann", path = "a", out = {count = 4}},
            {call = "badge_get", account = "ann", path = "a", out = {total = 3}},
            {call = "badge_get", account = "ann", path = "a", status = "TALLY_HELD"},
            {call = "badge_list", account = "ann", path = "root", out = {entries = {}}},
            {call = "badge_set", account = "ann", path = "a..b", count = 1},
            {call = "badge_set", account = "ann", path = "a..b", count = 1, status = "TALLY_ERROR_PATH",
                message = "nonsense"},
            {call = "no_such_call"},
        } do
            assert(not pcall(replay.run, case(wrong)))
        end
    end

    function tests.the_example_runs()
        local pipe = io.popen("LUA_PATH='" .. package.path .. "' luajit " .. here .. "/../examples/follow.lua 2>&1")
        local output = pipe:read("*a")
        pipe:close()
        assert(output:find("root.chat.bo shows 3\n", 1, true) and output:find("root.promo shows dot\n", 1, true), output)
        assert(output:find("done: root shows nothing\n", 1, true), output)
    end

    return tests
end
