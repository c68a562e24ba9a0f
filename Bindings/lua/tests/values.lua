-- What goes in and comes out.

local ffi = require("ffi")
local tally = require("tally")
local library = require("tally.library")
local replay = require("replay")
local support = require("support")

local fails, read = support.fails, support.read

return function(here)
    local tests = {}

    function tests.every_function_of_the_header_is_declared_and_bound()
        local ok, header = pcall(read, here .. "/../../../include/tally.h")
        assert(ok, "the header is not there")
        header = header:gsub("/%*.-%*/", "")
        local count = 0
        for name in header:gmatch("(tally_%w[%w_]*)%(") do
            assert(library.C[name] ~= nil)
            assert(name == "tally_bytes_release" or tally.call[name:sub(7)])
            count = count + 1
        end
        assert(count > 140)
    end

    function tests.every_function_has_a_word_or_is_known_to_need_none()
        local source, without = "", {}
        for file in io.popen("find '" .. here .. "/../tally.lua' '" .. here .. "/../tally' -name '*.lua'"):lines() do
            if not file:find("/tally/functions.lua", 1, true) then source = source .. read(file) end
        end
        for short in pairs(tally.call) do
            local name = "tally_" .. short
            if not source:find("call%." .. short .. "%f[^%w_]") and not source:find("C%." .. name .. "%f[^%w_]") then
                without[#without + 1] = short
            end
        end
        table.sort(without)
        -- notify would call from another thread. Traces are for tools of developers.
        local found = table.concat(without, " ")
        assert(found == "engine_set_notify trace_close trace_get_descriptor trace_next trace_open", found)
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
        assert(not pcall(ann.set, ann, "a")) -- A missing argument is not 0.
        assert(not pcall(ann.add, ann, "a") and not pcall(ann.mute, ann, "a"))
        assert(not pcall(function() tally.batch():set("a") end))
        local _, unknown = pcall(ann.post, ann, "a", {nonsense = 1})
        assert(unknown:find("there is no option nonsense", 1, true), unknown)
        assert(not pcall(ann.mute, ann, "a", 2 ^ 40))
        assert(ann:get("root").kind == tally.KIND_NONE)
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
        local position = ann:batch_position("log").position
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
        page = ann:message_page("in", nil, page.next, 5)
        assert(#page == 1 and not page.more and not page.next and page[1].id == "1")
        fails("ARGUMENT", ann.message_page, ann, "in", nil, nil, 0)
        ann:log_in()
        ann:configure({outbox = tally.OUTBOX_MODE_LEASED})
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
        assert(tally.present{kind = tally.KIND_NUMBER, count = 120} == "99+")
        local _, presentation = tally.present(badge)
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
        ann:restore(decoded, "x")
        assert(tally.shown(ann:get("x.b")) == "3" and tally.shown(ann:get("x.c")) == "dot")
        fails("MALFORMED", tally.Snapshot.decode, taken:encode():sub(1, -2))
        engine:close()
    end

    function tests.members_of_reminders_are_taken_away()
        local engine = tally.open()
        local ann = engine:account("ann")
        ann:put_reminder("milk", {title = "Milk", path = "root.fridge", zone = "UTC", shelf_life = 7,
            shelf_unit = tally.UNIT_DAY, produced = 20990101, time_of_day = 3600})
        ann:edit_reminder("milk", {overdue_unit = tally.UNIT_DAY, overdue_every = 2, overdue_limit = 3})
        ann:edit_reminder("milk", {title = "", time_of_day = 0})
        local reminder = ann:reminder_page()[1]
        assert(reminder.title == "" and reminder.time_of_day == 0 and reminder.path == "root.fridge")
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

    function tests.changes_from_now_on_begin_with_what_changes_next()
        local engine = tally.open()
        local ann = engine:account("ann")
        ann:set("a", 1)
        local changes = ann:changes()
        ann:set("b", 2)
        assert(#changes.poll() == 2 and not changes.resync)
        engine:close()
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

    function tests.badges_are_listed_page_by_page()
        local engine = tally.open()
        local ann = engine:account("ann")
        for number = 1, 7 do ann:set("root.a.n" .. number, number) end
        local paths, after, page = {}
        repeat
            page = ann:list_page("a", nil, after, 3)
            assert(#page <= 3 and page.revision == 7)
            for _, entry in ipairs(page) do paths[#paths + 1] = entry.path end
            after = page.next
            assert(page.more == (after ~= nil))
        until not after
        for number = 1, 7 do assert(paths[number] == "root.a.n" .. number) end
        assert(#paths == 7 and #ann:list_page("root", {subtree = true}) == 9 and not ann:list("a").more)
        engine:close()
    end

    -- The texts of a member of all rows.
    local function joined(rows, member)
        local found = {}
        for row, entry in ipairs(rows) do found[row] = member and entry[member] or entry end
        return table.concat(found, " ")
    end

    function tests.a_list_goes_on_behind_a_row_that_was_removed()
        local engine = tally.open()
        local ann, body = engine:account("ann"), ("ä"):rep(50000)
        for number = 1, 5 do ann:post("in", {id = tostring(number), thread = "t" .. number, body = body}) end
        local page, groups = ann:message_page("in", nil, nil, 2), ann:group_page(nil, nil, nil, 2)
        assert(joined(page, "id") == "5 4" and joined(groups, "thread") == "t5 t4")
        ann:withdraw("4")
        page = ann:message_page("in", nil, page.next) -- This call is repeated with more room.
        assert(joined(page, "id") == "3 2 1" and not page.next)
        assert(joined(ann:group_page(nil, nil, groups.next), "thread") == "t3 t2 t1")
        for _, name in ipairs{"bob", "eve"} do engine:account(name):set("a", 1) end
        local names = engine:account_page(nil, 2)
        engine:remove_account(names[2])
        assert(joined(names) == "ann bob" and joined(engine:account_page(names.next)) == "eve")
        engine:close()
    end

    function tests.a_list_goes_on_only_where_it_began()
        local engine = tally.open()
        local ann, bob = engine:account("ann"), engine:account("bob")
        for _, account in ipairs{ann, bob} do
            for number = 1, 3 do
                account:post("in", {id = tostring(number), thread = "t"})
                account:set("out.n" .. number, 1)
            end
        end
        local after = ann:message_page("in", nil, nil, 1).next
        assert(joined(ann:message_page("in", nil, after, 1), "id") == "2")
        fails("ARGUMENT", bob.message_page, bob, "in", nil, after)
        fails("ARGUMENT", ann.message_page, ann, "out", nil, after)
        fails("ARGUMENT", ann.group_message_page, ann, "t", after)
        fails("ARGUMENT", ann.explain_page, ann, "in", after)
        fails("ARGUMENT", ann.list_page, ann, "in", false, after)
        fails("ARGUMENT", ann.message_page, ann, "in", nil, "root.in")
        engine:close()
    end

    function tests.reasons_come_page_by_page()
        local engine = tally.open()
        local ann, all = engine:account("ann"), {}
        for number = 1, 5 do ann:set("root.n" .. number, 1) end
        local page = ann:explain_page("root", nil, 2)
        assert(joined(page, "path") == "root.n1 root.n2" and page.more)
        page = ann:explain_page("root", page.next)
        assert(joined(page, "path") == "root.n3 root.n4 root.n5" and not page.next)
        for reason in ann:explain("root") do all[#all + 1] = reason end
        assert(joined(all, "path") == "root.n1 root.n2 root.n3 root.n4 root.n5")
        engine:close()
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
