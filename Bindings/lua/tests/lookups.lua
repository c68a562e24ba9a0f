-- What paths own, look-ups, confirmed plans, bytes that are given away, and observers of all feeds.

local ffi = require("ffi")
local tally = require("tally")
local library = require("tally.calls")
local support = require("support")

local fails = support.fails
local DAY = 86400000

local function page(id, cursor)
    return ('{"cursor":"%d","items":[{"id":"%s","path":"in"}]}'):format(cursor or 1, id)
end

-- An engine with a clock, and an account that is logged in.
local function opened()
    local clock = {wall = 1767225600000}
    local engine = tally.open{host_driven = true, zone = "UTC", clock = function() return clock.wall, clock.wall end}
    local ann = engine:account("ann")
    ann:log_in()
    return engine, ann, clock
end

local tests = {}

function tests.a_path_owns_a_badge_with_its_end()
    local engine, ann, clock = opened()
    ann:set("a", 3, clock.wall + 10)
    ann:mute("a", tally.MUTE_ALL, clock.wall + 20)
    ann:set("a.child", 1)
    local own = ann:get_own("a")
    assert(own.kind == tally.KIND_NUMBER and own.count == 3 and own["until"] == clock.wall + 10)
    assert(own.mute == tally.MUTE_ALL and own.mute_until == clock.wall + 20)
    clock.wall = clock.wall + 10
    engine:step()
    own = ann:get_own("a")
    assert(own.kind == tally.KIND_NONE and own["until"] == 0 and ann:get("a").count == 1)
    assert(ann:get_own("nowhere").mute == tally.MUTE_NONE)
    fails("PATH", ann.get_own, ann, "a..b")
    engine:close()
end

function tests.a_rule_holds_at_its_path_and_below_it()
    local engine, ann = opened()
    local function shows(mail, work, news)
        return ann:get("mail").count == mail and ann:get("mail.work").count == work and ann:get("news").count == news
    end
    for _, path in ipairs{"mail", "mail.work", "news"} do ann:post(path) end
    ann:clear_tree("root")
    assert(shows(0, 0, 0))
    ann:set_rule("mail", {feeding = tally.FEEDING_UNREAD})
    assert(shows(2, 1, 0) and ann:get_rule("mail").feeding == tally.FEEDING_UNREAD)
    assert(ann:get_rule("mail.work").feeding == tally.FEEDING_DEFAULT)
    assert(ann:get_rule("mail.work", {effective = true}).feeding == tally.FEEDING_UNREAD)
    assert(ann:get_rule("news", {effective = true}).feeding == tally.FEEDING_UNSEEN)
    ann:set_rule("news", ann:get_rule("mail"))
    assert(shows(2, 1, 1))
    ann:set_rule("mail", {feeding = tally.FEEDING_UNSEEN})
    assert(shows(0, 0, 1))
    ann:configure({feeding = tally.FEEDING_UNREAD})
    assert(shows(0, 0, 1) and ann:settings().feeding == tally.FEEDING_UNREAD)
    ann:set_rule("mail")
    assert(shows(2, 1, 1) and ann:get_rule("mail").feeding == tally.FEEDING_DEFAULT)
    fails("ARGUMENT", ann.set_rule, ann, "mail", {feeding = 3})
    fails("PATH", ann.get_rule, ann, "mail..x")
    engine:close()
end

function tests.more_rows_than_a_call_writes()
    local engine, ann = opened()
    local batch = tally.batch()
    for number = 1, 12000 do batch:set(("root.n%05d"):format(number), 1) end
    ann:batch(batch)
    local list = ann:list("root")
    assert(#list == 12000 and not list.more and list.next == nil and list.revision == ann:state().revision)
    for row, entry in ipairs(list) do assert(entry.path == ("root.n%05d"):format(row)) end
    local rows = ann:list_page("root", nil, nil, 11000)
    assert(#rows == 11000 and rows.more and rows[11000].path == "root.n11000")
    local rest = ann:list_page("root", nil, rows.next, 20000)
    assert(#rest == 1000 and rest[1].path == "root.n11001" and not rest.more)
    assert(#ann:list_page("root", nil, nil, 20000) == 12000)
    fails("ARGUMENT", ann.list_page, ann, "root", nil, nil, 0)
    engine:close()
end

function tests.messages_by_their_keys_and_identifiers()
    local engine, ann = opened()
    local feed = ann:add_feed("inbox")
    feed:deliver(page("m1"))
    local key = ann:post("in", {id = "m1", title = "Posted", body = ("x"):rep(9000)})
    local posted = ann:message(key)
    assert(posted.key == key and posted.title == "Posted" and #posted.body == 9000)
    assert(ann:find_message("m1").key == key)
    local delivered = ann:find_message("m1", feed:info().id)
    assert(delivered.key ~= key and ann:message(delivered.key).id == "m1")
    fails("NOT_FOUND", ann.message, ann, 2 ^ 40)
    fails("NOT_FOUND", ann.find_message, ann, "m2")
    engine:close()
end

function tests.accounts_feeds_and_reminders_by_their_identifiers()
    local engine, ann = opened()
    local id = ann:add_feed("inbox"):info().id
    local found = engine:find_account(ann:state().id)
    local feed = found:find_feed_by_id(id)
    assert(found.name == "ann" and feed.name == "inbox")
    feed:deliver(page("1"))
    feed:close()
    found:close()
    assert(ann:get("in").count == 1)
    ann:put_reminder("milk", {title = "Milk", shelf_life = 1, shelf_unit = tally.UNIT_DAY})
    assert(ann:reminder("milk").title == "Milk")
    fails("NOT_FOUND", engine.find_account, engine, 999)
    fails("NOT_FOUND", ann.find_feed_by_id, ann, 999)
    fails("NOT_FOUND", ann.reminder, ann, "eggs")
    engine:close()
end

function tests.categories_and_translations_are_removed()
    local engine, ann = opened()
    ann:set_category("c", "%u messages")
    ann:set_strings("%u messages", "en", {other = "%u messages"})
    ann:remove_category("c")
    ann:remove_strings("%u messages", "en")
    fails("NOT_FOUND", ann.remove_category, ann, "c")
    fails("NOT_FOUND", ann.remove_strings, ann, "%u messages", "en")
    engine:close()
end

function tests.a_plan_is_offered_until_it_is_confirmed()
    local engine, ann = opened()
    ann:put_reminder("milk", {shelf_life = 2, shelf_unit = tally.UNIT_DAY})
    local entries, former = ann:plan()
    local again, plan = ann:plan()
    assert(#again > 0 and #again == #entries)
    fails("CONFLICT", ann.confirm_plan, ann, former.token)
    assert(ann:confirm_plan(plan.token) == tally.OK and ann:confirm_plan(plan.token) == tally.ALREADY_APPLIED)
    assert(#ann:plan() == 0 and #ann:plan{from_scratch = true} == #again)
    engine:close()
end

function tests.skipped_entries_of_a_calendar()
    local engine, ann = opened()
    ann:put_reminder("milk", {title = "Milk", shelf_life = 2, shelf_unit = tally.UNIT_DAY})
    local calendar, bad = ann:export_reminders(), {}
    local report, skipped = ann:import_reminders(calendar)
    assert(report.taken == 1 and report.skipped == 0 and #skipped == 0)
    for number = 1, 100 do
        bad[number] = "BEGIN:VTODO\r\nUID:bad" .. number ..
            "\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEND:VTODO\r\n"
    end
    report, skipped = ann:import_reminders((calendar:gsub("END:VCALENDAR", table.concat(bad) .. "END:VCALENDAR")))
    assert(report.taken == 1 and report.skipped == 100 and #skipped == 100 and skipped[100].uid == "bad100")
    assert(skipped[1].reason == "there is no zone 'Europe/Atlantis'" and skipped[2].line == skipped[1].line + 4)
    engine:close()
end

-- Kilobytes.
local function memory()
    return tonumber(support.read("/proc/self/status"):match("VmRSS:%s*(%d+)"))
end

function tests.bytes_are_released()
    local engine, ann = opened()
    for number = 1, 20 do ann:post("in", {id = tostring(number), body = ("x"):rep(50000)}) end
    local content = ann:export_account()
    assert(#content > 1000000)
    collectgarbage()
    local before = memory()
    for _ = 1, 200 do
        assert(ann:export_account() == content)
    end
    collectgarbage()
    assert(memory() - before < 120000) -- 200,000 were exported.
    engine:close()
end

function tests.bytes_are_released_after_an_error()
    local engine, ann = opened()
    for number = 1, 20 do ann:post("in", {id = tostring(number), body = ("x"):rep(50000)}) end
    collectgarbage()
    local before, copy = memory(), ffi.string
    for _ = 1, 200 do
        ffi.string = function() error("no memory", 0) end -- luacheck: ignore 122
        local ok, problem = pcall(library.call.account_export, ann)
        ffi.string = copy -- luacheck: ignore 122
        assert(not ok and problem == "no memory")
    end
    collectgarbage()
    collectgarbage()
    assert(memory() - before < 120000) -- 200,000 were exported.
    engine:close()
end

function tests.statistics_begin_again()
    local engine, ann = opened()
    ann:set("a", 1)
    local held = engine:stats().longest_hold_us
    assert(engine:stats().longest_hold_us >= held and engine:stats{reset = true}.longest_hold_us >= held)
    engine:close()
end

function tests.all_feeds_are_observed()
    local engine, ann = opened()
    local bob, scope, all, of_bob = engine:account("bob"), engine:scope(), {}, {}
    bob:log_in()
    local function tell(event) all[#all + 1] = event end
    local token = scope:observe_feeds(tell)
    assert(scope:observe_feeds(tell) == token)
    scope:observe_feeds(function(event) of_bob[#of_bob + 1] = event end, bob)
    ann:add_feed("inbox"):deliver(page("1"))
    bob:add_feed("inbox"):deliver(page("1"))
    engine:step()
    assert(#all == 2 and all[1].kind == tally.EVENT_SYNCED and all[1].token == token and all[2].token == token)
    assert(#of_bob == 1 and of_bob[1].account == bob:state().id and of_bob[1].http_status == 0)
    scope:unobserve(token)
    scope:unobserve(token)
    bob:find_feed("inbox"):deliver(page("2", 2))
    local event = engine:next_event() -- The observer is called before it is returned.
    assert(event.token == 0 and #all == 2 and #of_bob == 2 and engine:next_event() == nil)
    engine:close()
end

-- The library calls nothing that is Lua's there: the events of next_event say whom to call.
function tests.all_feeds_of_an_engine_with_a_thread_of_its_own()
    local engine = tally.open()
    local ann, bob, scope, told = engine:account("ann"), engine:account("bob"), engine:scope(), {}
    local function note(name)
        return function(event) told[#told + 1] = name .. " " .. event.token .. " " .. event.account end
    end
    ann:log_in()
    bob:log_in()
    local first, second = scope:observe_feeds(note("all")), scope:observe_feeds(note("ann"), ann)
    local feeds = {ann:add_feed("inbox"), bob:add_feed("inbox")}
    for _, feed in ipairs(feeds) do feed:deliver(page("1")) end
    assert(engine:dispatch() == 2)
    local a, b = ann:state().id, bob:state().id
    assert(table.concat(told, ", ") == ("all %d %d, ann %d %d, all %d %d"):format(first, a, second, a, first, b))
    assert(engine:next_event() == nil)
    scope:observe_feeds(function() error("no", 0) end) -- The others are called as well.
    feeds[1]:deliver(page("2", 2))
    local ok, problem = pcall(engine.next_event, engine)
    assert(not ok and problem == "no" and #told == 5)
    scope:close()
    feeds[1]:deliver(page("3", 3))
    assert(engine:dispatch() == 0 and #told == 5 and next(engine.observers) == nil)
    engine:close()
end

function tests.all_reminders_are_observed()
    local engine, ann, clock = opened()
    local scope, told = engine:scope(), {}
    scope:observe_reminders(function(event) told[#told + 1] = event end, ann)
    ann:put_reminder("milk", {shelf_life = 1, shelf_unit = tally.UNIT_DAY})
    clock.wall = clock.wall + 3 * DAY
    engine:step()
    assert(#told == 1 and told[1].kind == tally.EVENT_REMINDER and told[1].text == "milk")
    assert(told[1].reminder == ann:reminder("milk").key)
    fails("ARGUMENT", scope.observe_reminders, scope, nil)
    assert(not pcall(scope.observe_reminders, scope, print, engine))
    engine:close()
end

function tests.limits_are_read_and_changed()
    local engine, ann = opened()
    assert(engine:limit(tally.LIMIT_NODES, 3) > 3 and engine:limit(tally.LIMIT_NODES) == 3)
    ann:set("a.b", 1)
    fails("LIMIT", ann.set, ann, "c.d", 1)
    fails("UNSUPPORTED", engine.limit, engine, tally.LIMIT_DEPTH, 9)
    engine:close()
end

function tests.snapshots_and_patches_list_their_entries()
    local engine, ann = opened()
    ann:set("a.x", 3)
    ann:mute("a", tally.MUTE_NUMBER)
    local before, paths = ann:snapshot(), {}
    for entry in before:list("root", {subtree = true}) do paths[#paths + 1] = entry.path .. entry.mute end
    assert(table.concat(paths, " ") == "a" .. tally.MUTE_NUMBER .. " a.x" .. tally.MUTE_NONE)
    local first = before:list_page("root", {subtree = true}, nil, 1)
    assert(first.more and before:list_page("root", {subtree = true}, first.next)[1].path == "a.x")
    ann:dot("a.x")
    local patch, count = before:diff(ann:snapshot()), 0
    for entry in tally.patch_list(patch, "root", {subtree = true}) do
        count = count + 1
        assert(entry.path == "a.x" and entry.before_count == 3 and entry.after_kind == tally.KIND_DOT)
    end
    assert(count == 1)
    fails("MALFORMED", tally.patch_list_page, "")
    engine:close()
end

function tests.the_log_of_reminders_is_followed()
    local engine, ann = opened()
    ann:put_reminder("milk", {shelf_life = 1, shelf_unit = tally.UNIT_DAY})
    local list, count = ann:reminder_log_page({follow = true}), 0
    assert(#list > 0 and not list.more)
    for _ in ann:reminder_log() do count = count + 1 end
    assert(count == #list and #ann:reminder_log_page({follow = true}, list.next) == 0)
    ann:reminder_done("milk")
    assert(#ann:reminder_log_page({follow = true}, list.next) > 0)
    engine:close()
end

function tests.a_file_is_rewritten_without_an_engine()
    local file = os.tmpname()
    os.remove(file)
    local engine = tally.open{file = file}
    engine:account("ann"):set("a", 1)
    fails("LOCKED", tally.vacuum, file)
    engine:close()
    tally.vacuum(file)
    engine = tally.open{file = file}
    assert(engine:account("ann"):get("a").count == 1)
    engine:close()
    os.remove(file)
    fails("IO", tally.vacuum, file)
end

function tests.operations_on_paths_each_on_its_own()
    local engine, ann, clock = opened()
    local batch = tally.batch():set("a", 3):set("a..b", 1):mute("a", tally.MUTE_ALL, clock.wall + 5):get("a")
    fails("PATH", ann.batch, ann, batch, {each = true})
    local results = batch:results()
    assert(results[1].status == tally.OK and results[2].status == tally.ERROR_PATH and results[3].status == tally.OK)
    assert(results[4].count == 3 and ann:get("root").kind == tally.KIND_NONE)
    fails("ARGUMENT", ann.batch, ann, tally.batch():set("a", 1), {each = true, id = "x"})
    engine:close()
end

function tests.values_print_what_they_are()
    local engine, ann = opened()
    ann:set("a", 3)
    assert(tostring(ann:get("a")) == "3" and tostring(ann:list()[1]) == "root.a 3", tostring(ann:list()[1]))
    assert(tostring(ann) == 'tally.Account "ann"' and tostring(engine) == "tally.Engine")
    engine:scope():observe(ann, "a")
    ann:dot("a")
    assert(tostring(engine:next_event()) == "root.a dot")
    engine:close()
end

function tests.mistakes_have_names()
    local engine, ann = opened()
    for wrong, text in pairs{
        [function() return tally.EVENT_SYNCD end] = "tally has no constant EVENT_SYNCD",
        [function() ann:list("root", {subtre = true}) end] = "there is no option subtre",
        [function() tally.open{files = "x"} end] = "there is no option files",
        [function() ann.set("root.x", 1) end] = "colon",
        [function() tally.open(5) end] = "options: a table or a file's name is needed, not number",
        [function() ann:batch(5) end] = "batch: a batch is needed, not number",
        [function() ann:get() end] = "path must not be nil",
    } do
        local ok, problem = pcall(wrong)
        assert(not ok and tostring(problem):find(text, 1, true), tostring(problem))
    end
    -- A mistake has the place of the call in the program, as an error of Lua's own functions has.
    local _, problem = pcall(function() ann:set("root.x", 1.5) end)
    assert(problem:find("lookups%.lua:%d+: count: 1%.5 is not a whole number"), problem)
    engine:close()
    local file = os.tmpname()
    os.remove(file)
    tally.open(file):close()
    assert(os.remove(file))
end

function tests.messages_without_a_path_are_all()
    local engine, ann = opened()
    ann:post("in", {title = "t"})
    local count = 0
    for message in ann:messages() do count = count + #message.title end
    assert(count == 1 and ann:message_counts().total == 1 and ann:message_counts("out").total == 0)
    assert(#ann:message_page("root", {subtree = false}) == 0 and #ann:message_page(nil, {unread = true}) == 1)
    engine:close()
end

return function() return tests end
