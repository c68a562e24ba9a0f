-- Batches, and items of a log.

local tally = require("tally")
local support = require("support")

local fails = support.fails

return function()
    local tests = {}

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

    local function items_of_a_log()
        return {
            tally.item("ann", {id = "1"}):add("chat.bo", 2):dot("mail"),
            tally.item("bo", {id = "2"}):post("in", {title = "Hello", id = "hello"}):post("in", {dot = true})
                :withdraw("hello"):read_path("out", {subtree = true})
                :put_reminder("milk", {shelf_life = 10, shelf_unit = tally.UNIT_DAY})
                :edit_reminder("milk", {title = "Milk"}):reminder_done("milk"),
            tally.item("ann", {id = "1"}):add("chat.bo", 2),
            tally.item("cy"):set("b", 1):set("a", -1),
        }
    end

    local function statuses(list)
        local names = {}
        for row, each in ipairs(list) do names[row] = tally.status_name(each.status):gsub("^TALLY_", "") end
        return table.concat(names, " ")
    end

    function tests.each_item_has_a_status_and_a_rejected_one_undoes_nothing_else()
        local engine, list = tally.open{host_driven = true}, items_of_a_log()
        local none = ("ERROR_NOT_APPLIED "):rep(4):sub(1, -2)
        assert(statuses(list) == none)
        collectgarbage()
        assert(engine:batch(list, {source = "log", epoch = 1, position = 4}) == tally.PARTIAL)
        assert(statuses(list) == "OK OK ALREADY_APPLIED ERROR_RANGE", statuses(list))
        assert(statuses(list[4]:results()) == "ERROR_NOT_APPLIED ERROR_RANGE", statuses(list[4]:results()))
        assert(list[2]:results()[1].key ~= 0)
        local ann, bo = engine:account("ann"), engine:account("bo")
        assert(ann:get("root").count == 2 and tally.shown(bo:get("in")) == "dot")
        local reminder = bo:reminders()()
        assert(reminder.id == "milk" and reminder.title == "Milk")
        fails("NOT_FOUND", engine.account, engine, "cy", {existing = true})
        -- The batch is applied once, and an owner that was replaced applies nothing.
        assert(engine:batch(list, {source = "log", epoch = 1, position = 4}) == tally.ALREADY_APPLIED)
        fails("STALE_EPOCH", engine.batch, engine, list, {source = "log", position = 5})
        assert(statuses(list) == none and ann:get("root").count == 2)
        local place = engine:position("log")
        assert(place.epoch == 1 and place.position == 4 and place.time == 0)
        fails("NOT_FOUND", engine.position, engine, "other")
        assert(engine:batch({}, {source = "log", epoch = 2, position = 9}) == tally.OK)
        assert(engine:position("log").position == 9)
        engine:close()
        fails("CLOSED", engine.batch, engine, list)
    end

    function tests.results_are_those_of_the_last_call()
        local engine, item = tally.open{host_driven = true}, tally.item("ann", {id = "1"}):add("a", 1)
        engine:batch({item}, {source = "log", position = 1})
        assert(item:results()[1].status == tally.OK)
        fails("ARGUMENT", engine.batch, engine, {item}, {source = "", position = 2})
        assert(item:results()[1].status == tally.ERROR_NOT_APPLIED)
        engine:close()
    end

    function tests.badges_end_by_the_time_of_a_log()
        local engine = tally.open{host_driven = true}
        local ann = engine:account("ann")
        engine:batch({tally.item("ann", {time = 1000}):set("a", 1, 2000), tally.item(nil, {time = 1999})},
            {source = "log", position = 1})
        assert(ann:get("a").count == 1)
        engine:batch({tally.item(nil, {time = 2000})}, {source = "log", position = 2})
        assert(ann:get("a").count == 0 and engine:position("log").time == 2000)
        engine:close()
    end

    function tests.another_engine_takes_the_place_of_the_first()
        local engine, other = tally.open{host_driven = true}, tally.open{host_driven = true}
        engine:batch({tally.item("ann", {id = "1"}):post("in")}, {source = "log", position = 1})
        local ann, log = engine:export_account("ann"), engine:export_source("log")
        local both = {{account = "ann", bytes = ann}, {bytes = log}}
        local function imported(list, options) return table.concat(other:import(list, options), " ") end
        local bad = {account = "bad", bytes = "bytes"}
        assert(imported{both[1], both[2], bad} == "0 0 " .. tally.ERROR_MALFORMED)
        assert(other:position("log").position == 1 and other:export_account("ann") == ann)
        assert(imported{both[1]} == tostring(tally.ERROR_EXISTS))
        assert(imported(both, {replace = true}) == "0 0" and imported{} == "")
        fails("NOT_FOUND", other.export_account, other, "bo")
        fails("ARGUMENT", other.import, other, {{account = "b\0", bytes = ann}})
        for _, wrong in ipairs{{account = "bo"}, {account = 5, bytes = ann}, {source = "log", bytes = log}} do
            assert(not pcall(other.import, other, {wrong}))
        end
        engine:close()
        other:close()
        fails("CLOSED", other.import, other, both)
    end

    function tests.an_item_takes_what_it_has_names_for()
        assert(not pcall(tally.item, "ann", {name = "x"}))
        assert(not pcall(tally.item, 5))
        local item = tally.item("ann")
        for _, wrong in ipairs{
            function() item:set("a") end, function() item:add("a", 1.5) end, function() item:set(5, 1) end,
            function() item:post("a", {nonsense = 1}) end, function() item:put_reminder("a", {title = 5}) end,
        } do
            assert(not pcall(wrong))
        end
        assert(item.count == 0)
        local engine = tally.open()
        assert(not pcall(engine.batch, engine, {"ann"}))
        engine:close()
    end

    function tests.operations_on_nodes_each_on_its_own()
        local engine = tally.open()
        local ann = engine:account("ann")
        local node, other = ann:node("root.n"), ann:node("root.o")
        local batch = tally.batch():set(node, 3):set(other, -1):add(node, 2):get(node):get(other):dot(other)
        batch:get(other):clear(other):mute(node, tally.MUTE_ALL)
        for _ = 1, 10 do batch:clear_tree(other) end
        fails("RANGE", ann.batch, ann, batch, {each = true})
        local results = batch:results()
        assert(#results == 19 and results[1].status == tally.OK and results[2].status == tally.ERROR_RANGE)
        assert(results[4].count == 5 and results[4].badge_kind == tally.KIND_NUMBER)
        assert(results[5].badge_kind == tally.KIND_NONE and results[7].badge_kind == tally.KIND_DOT)
        assert(ann:get("root.n").count == 5 and ann:get("root").kind == tally.KIND_NONE)
        ann:batch(tally.batch(), {each = true})
        local again = tally.batch():add(node, 1):get(node)
        for turn = 1, 2 do
            ann:batch(again, {each = true})
            assert(again:results()[2].count == 5 + turn)
            again = tally.batch():add(node, 1):get(node)
        end
        node:close()
        fails("STALE_HANDLE", ann.batch, ann, again, {each = true})
        assert(not pcall(function() tally.batch():set(other) end))
        engine:close()
    end

    return tests
end
