-- Replays the conformance data (Tests/Conformance/README.md) with this binding. A call that it has not fails.

local bit = require("bit")
local ffi = require("ffi")
local cjson = require("cjson")
local tally = require("tally")

local replay = {}
local calls = {}

local style_bits = {dot_radius = 1, offset_x = 2, offset_y = 2, font_size = 4, font_weight = 8, text_color = 16,
    background_color = 32, max_count = 64, overflow = 128, icon = 256}

-- An integer beyond 2^53 is a string of digits.
local function integer(value)
    if type(value) ~= "string" or not value:match("^%-?%d+$") then return value end
    local negative = value:sub(1, 1) == "-"
    local made = negative and 0LL or 0ULL
    for digit in value:gmatch("%d") do
        made = made * 10 + (negative and -tonumber(digit) or tonumber(digit))
    end
    local plain = tonumber(made)
    return math.abs(plain) < 2 ^ 53 and plain or made
end

local texts = {id = true, key = true, title = true, body = true, kind = true, thread = true, category = true,
    argument = true, path = true, source = true, url = true, prefix = true, memo = true}

local function options(step, without)
    if not step.options then return nil end
    local made = {}
    for name, value in pairs(step.options) do
        if name ~= without then made[name] = texts[name] and value or integer(value) end
    end
    return made
end

local function has(step, value)
    return bit.band(step.flags or 0, value) ~= 0
end

local function from_hex(text)
    return text and (text:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

local function to_hex(bytes)
    return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

local function content(step, name)
    return step.text or from_hex(step[name or "bytes"])
end

local function style_of(given)
    if not given then return nil end
    local style = {}
    for name, value in pairs(style_bits) do
        if bit.band(given.fields or 0, value) ~= 0 then style[name] = integer(given[name]) or 0 end
    end
    return style
end

local function without_null(value)
    if value == cjson.null then return nil end
    if type(value) ~= "table" then return value end
    local made = {}
    for name, member in pairs(value) do made[name] = without_null(member) end
    return made
end

-- Comparing -----------------------------------------------------------------------------------------------------------

local function equal(actual, expected)
    if type(actual) == "boolean" then actual = actual and 1 or 0 end
    if type(actual) == "number" or type(actual) == "cdata" then
        local wanted = integer(expected)
        if type(wanted) == "string" then return tally.status_name(actual) == wanted end
        if type(actual) == "number" and type(wanted) == "number" and actual % 1 ~= 0 then
            return math.abs(actual - wanted) <= 1e-6 * math.abs(wanted)
        end
        if type(actual) == "cdata" and type(wanted) == "cdata" then
            return ffi.cast("uint64_t", actual) == ffi.cast("uint64_t", wanted)
        end
        return actual == wanted
    end
    return actual == expected
end

local function compare(name, actual, expected)
    if type(expected) == "table" then
        assert(type(actual) == "table" and #actual == #expected,
            name .. ": " .. tostring(actual and #actual) .. ", not " .. #expected)
        for row, object in ipairs(expected) do
            for member, value in pairs(object) do
                assert(actual[row][member] ~= nil, name .. " have no " .. member)
                compare(member, actual[row][member], value)
            end
        end
        return
    end
    assert(equal(actual, expected), name .. ": " .. tostring(actual) .. ", not " .. tostring(expected))
end

-- A case ----------------------------------------------------------------------------------------------------------

local function filled_in(state, value)
    if type(value) == "table" then
        local made = {}
        for name, member in pairs(value) do made[name] = filled_in(state, member) end
        return made
    end
    if type(value) == "string" and value:sub(1, 1) == "$" then return state.kept[value:sub(2)] end
    return value
end

local function play(state, step)
    local call = assert(calls[step.call], "no such call: " .. step.call)
    local out, status, message = {}, tally.OK, nil
    local ok, problem, answered = pcall(call, state, step)
    if ok then
        out, status = problem or {}, answered or tally.OK
    else
        if getmetatable(problem) ~= tally.Error then error(problem, 0) end
        status, message = problem.status, problem.message
    end
    local expected = step.status or "TALLY_OK"
    assert(tally.status_name(status) == expected,
        tally.status_name(status) .. (message and " (" .. message .. ")" or "") .. ", not " .. expected)
    assert(not step.message or message:find(step.message, 1, true), message)
    for name, value in pairs(step.out or {}) do
        if name == "operations" then out.operations = state.results end
        assert(out[name] ~= nil, name .. " did not come out")
        compare(name, out[name], value)
    end
    for _, name in ipairs{"text", "bytes", "digest", "revision"} do
        if step.as and out[name] ~= nil then
            state.kept[step.as] = out[name]
            break
        end
    end
end

function replay.run(case)
    local state = {accounts = {}, feeds = {}, nodes = {}, tokens = {}, kept = {},
        wall = case.wall or 1767225600000, elapsed = 1000000}
    local members = {host_driven = true, seed = 1, zone = case.zone or "UTC",
        clock = function() return state.wall, state.elapsed end}
    for name, value in pairs(case.options or {}) do members[name] = integer(value) end
    state.engine = tally.open(members)
    state.scope = state.engine:scope()
    local ok, problem = true, nil
    for number, step in ipairs(case.steps) do
        ok, problem = pcall(play, state, without_null(filled_in(state, step)))
        if not ok then
            problem = case.case .. ", step " .. number .. ": " .. cjson.encode(step):sub(1, 300) .. "\n    " ..
                tostring(problem)
            break
        end
    end
    state.engine:close()
    if not ok then error(problem, 0) end
end

-- Steps -----------------------------------------------------------------------------------------------------------

local function entries(list, status)
    return {entries = list}, status
end

local function account(state, step) return state.accounts[step.account] end

local function keys(state, step, identifiers)
    local known, made = {}, {}
    for message in account(state, step):messages("root", {subtree = true}) do known[message.id] = message.key end
    for row, identifier in ipairs(identifiers or {}) do made[row] = known[identifier] or 2 ^ 52 end
    return made
end

local function key(state, step, identifier)
    if identifier == nil or identifier == "" or identifier == 0 then return 0 end
    return keys(state, step, {identifier})[1]
end

local function named(state, event)
    for name, token in pairs(state.tokens) do
        if token == event.token then event.token = name break end
    end
    for _, one in pairs(state.accounts) do
        local ok, info = pcall(one.info, one)
        if ok and info.id == event.account then
            for feed in one:feeds() do
                if feed.id == event.feed then event.feed = feed.name break end
            end
            event.account = one.name
            break
        end
    end
    return event
end

function calls.wall(state, step)
    state.wall = step.to
    state.engine:step()
end

function calls.go(state, step)
    state.elapsed = state.elapsed + step.to - state.wall
    calls.wall(state, step)
end

function calls.step(state) state.engine:step() end

function calls.events(state)
    local list = {}
    for event in state.engine:events() do list[#list + 1] = named(state, event) end
    return {entries = list}
end

function calls.engine_total(state) return state.engine:total() end
function calls.engine_verify(state) state.engine:verify() end
function calls.zone_set(state, step) state.engine:set_zone(step.name) end
function calls.account_open(state, step)
    state.accounts[step.account] = state.engine:account(step.account, options(step))
end
function calls.account_log_in(state, step) account(state, step):log_in(step.token) end
function calls.account_log_out(state, step) account(state, step):log_out() end
function calls.account_foreground(state, step) account(state, step):foreground(step.foreground) end
function calls.account_network_changed(state, step) account(state, step):network_changed(step.available) end
function calls.account_woke(state, step) account(state, step):woke() end
function calls.account_info(state, step) return account(state, step):info() end
function calls.account_list(state, step)
    local names, status = state.engine:account_page(step.after, step.limit or 10000)
    local list = {}
    for row, name in ipairs(names) do list[row] = {name = name} end
    return {entries = list}, status
end
function calls.account_drop(state, step) state.engine:drop_account(step.name) end
function calls.account_hash(_, step) return {partition = tally.account_hash(step.name, step.partitions)} end
function calls.account_snapshot(state, step) return {bytes = to_hex(account(state, step):snapshot_all())} end
function calls.account_restore(state, step) state.engine:restore_account(step.name, from_hex(step.snapshot)) end
function calls.account_verify(state, step) account(state, step):verify() end

function calls.badge_set(state, step) account(state, step):set(step.path, integer(step.count)) end
function calls.badge_set_until(state, step)
    account(state, step):set(step.path, integer(step.count), integer(step["until"]) or 0)
end
function calls.badge_dot(state, step) account(state, step):dot(step.path) end
function calls.badge_dot_until(state, step) account(state, step):dot(step.path, integer(step["until"]) or 0) end
function calls.badge_add(state, step) account(state, step):add(step.path, integer(step.delta)) end
function calls.badge_clear(state, step) return {}, account(state, step):clear(step.path) end
function calls.badge_force(state, step) account(state, step):force(step.path) end
function calls.badge_mute(state, step) account(state, step):mute(step.path, step.mode, integer(step["until"])) end
function calls.badge_get(state, step) return account(state, step):get(step.path) end
function calls.badge_list(state, step)
    local list = account(state, step):list(step.path, has(step, 1))
    return {entries = list, revision = list.revision}
end
function calls.badge_changes(state, step)
    local changes = account(state, step):changes(integer(step.since) or 0, integer(step.epoch), step.limit or 10000)
    local list, status = changes.read()
    table.sort(list, function(one, other) return one.path < other.path end)
    return {entries = list, revision = changes.revision}, status
end
function calls.badge_explain(state, step) return entries(account(state, step):explain(step.path)) end
function calls.badge_snapshot(state, step)
    local bytes = account(state, step):snapshot(step.path)
    assert(account(state, step):take(step.path):bytes() == bytes)
    return {bytes = to_hex(bytes)}
end
function calls.badge_restore(state, step) account(state, step):restore(step.path, from_hex(step.snapshot)) end
function calls.badge_digest(state, step) return {digest = account(state, step):digest(step.path)} end
function calls.badge_diff(state, step)
    return {bytes = to_hex(state.accounts[step.from]:diff(step.from_path, state.accounts[step.to], step.to_path))}
end
function calls.badge_apply(state, step) account(state, step):apply(step.path, from_hex(step.patch), has(step, 1)) end
function calls.snapshot_diff(_, step)
    local old, new = from_hex(step.from), from_hex(step.to)
    local patch = tally.diff(old, new)
    assert(tally.snapshot(old):diff(tally.snapshot(new)) == patch)
    return {bytes = to_hex(patch)}
end
function calls.patch_inverse(_, step) return {bytes = to_hex(tally.inverse(from_hex(step.patch)))} end
function calls.badge_batch(state, step)
    local batch = tally.batch()
    for _, operation in ipairs(step.operations) do
        batch:append(operation.kind, operation.node and state.nodes[operation.node] or operation.path,
            integer(operation.value), integer(operation["until"]))
    end
    local ok, revision, status = pcall(account(state, step).batch, account(state, step), batch, options(step))
    state.results = batch:results()
    if not ok then error(revision, 0) end
    return {revision = revision}, status
end
function calls.batch_position(state, step)
    local epoch, position = account(state, step):batch_position(step.source)
    return {epoch = epoch, position = position}
end

function calls.node_resolve(state, step) state.nodes[step.node] = account(state, step):node(step.path) end
function calls.node_release(state, step)
    state.nodes[step.node]:path()
    state.nodes[step.node]:close()
end
function calls.node_path(state, step) return {text = state.nodes[step.node]:path()} end
function calls.node_set(state, step) state.nodes[step.node]:set(integer(step.count)) end
function calls.node_dot(state, step) state.nodes[step.node]:dot() end
function calls.node_add(state, step) state.nodes[step.node]:add(integer(step.delta)) end
function calls.node_clear(state, step) return {}, state.nodes[step.node]:clear() end
function calls.node_force(state, step) state.nodes[step.node]:force() end
function calls.node_mute(state, step) state.nodes[step.node]:mute(step.mode, integer(step["until"])) end
function calls.node_get(state, step) return state.nodes[step.node]:get() end

function calls.path_escape(_, step) return {text = tally.escape(step.name)} end
function calls.path_join(_, step) return {text = tally.join(step.path, step.name)} end
function calls.path_parent(_, step) return {text = tally.parent(step.path)} end
function calls.path_component(_, step) return {text = tally.component(step.path, step.index)} end

function calls.style_set(state, step) account(state, step):set_style(step.path, style_of(step.style)) end
function calls.style_get(state, step)
    local style, out = account(state, step):style(step.path), {fields = 0, icon = ""}
    for name, value in pairs(style_bits) do
        if name ~= "icon" then out[name] = 0 end
        if style[name] ~= nil then out[name], out.fields = style[name], bit.bor(out.fields, value) end
    end
    return out
end
local function presented(text, presentation)
    presentation.text = text
    return presentation
end
function calls.badge_present(state, step) return presented(account(state, step):present(step.path)) end
function calls.present(_, step)
    return presented(tally.present(step.shows, integer(step.count), style_of(step.style)))
end

local function watching(step) return {subtree = has(step, 1), initial = has(step, 2)} end
function calls.observe(state, step)
    state.tokens[step.token] = state.scope:observe(account(state, step), step.path, nil, watching(step))
end
function calls.observe_messages(state, step)
    state.tokens[step.token] = state.scope:observe_messages(account(state, step), step.path, nil, watching(step))
end
function calls.observe_groups(state, step)
    state.tokens[step.token] = state.scope:observe_groups(account(state, step), nil, watching(step))
end
function calls.observe_total(state, step)
    state.tokens[step.token] = state.scope:observe_total(nil, watching(step))
end
function calls.unobserve(state, step) state.scope:unobserve(state.tokens[step.token]) end
function calls.message_view_begin(state, step)
    local token, status = state.scope:look(account(state, step), step.path)
    state.tokens[step.token] = token
    return {}, status
end
function calls.message_view_end(state, step) state.scope:end_look(state.tokens[step.token]) end

local function feed_id(state, step) return state.feeds[step.feed]:info().id end
function calls.feed_add(state, step)
    state.feeds[step.feed] = account(state, step):add_feed(step.feed, options(step))
end
function calls.feed_list(state, step)
    return entries(account(state, step):feed_page(step.after, step.limit or 10000))
end
function calls.feed_rejected(state, step)
    return entries(account(state, step):rejected_page(feed_id(state, step), step.after or 0, step.limit or 10000))
end
function calls.feed_remove(state, step) state.feeds[step.feed]:remove() end
function calls.feed_refresh(state, step) state.feeds[step.feed]:refresh() end
function calls.feed_deliver(state, step) state.feeds[step.feed]:deliver(content(step)) end
function calls.feed_push(state, step) state.feeds[step.feed]:push(content(step, "payload")) end
function calls.push(state, step) account(state, step):push(content(step, "payload")) end
function calls.push_badge(state, step) account(state, step):push_badge(step.path) end
function calls.mapping_try(_, step)
    return {text = tally.try_mapping(content(step, "body"), step.preset, step.mapping)}
end

function calls.message_post(state, step) account(state, step):post(step.path, options(step)) end
function calls.message_remove(state, step) account(state, step):remove_message(step.id) end
function calls.message_list(state, step)
    return entries(account(state, step):message_page(step.path, {subtree = has(step, 1), unread = has(step, 2)},
        key(state, step, step.after), step.limit or 10000))
end
function calls.message_counts(state, step)
    return account(state, step):message_counts(step.path, {subtree = has(step, 1)})
end
function calls.message_read(state, step)
    return {changed = account(state, step):read(keys(state, step, step.keys))}
end
function calls.message_unread(state, step)
    return {changed = account(state, step):unread(keys(state, step, step.keys))}
end
function calls.message_read_path(state, step)
    return {changed = account(state, step):read_path(step.path, {subtree = has(step, 1)})}
end
function calls.message_read_until(state, step)
    return {changed = account(state, step):read_until(step.path, key(state, step, step.last),
        {subtree = has(step, 1)})}
end
function calls.group_configure(state, step) account(state, step):configure_groups(step.grouping, step.language) end
function calls.group_list(state, step)
    return entries(account(state, step):group_page(step.language, {hidden = has(step, 1)},
        key(state, step, step.after), step.limit or 10000))
end
function calls.group_get(state, step)
    return account(state, step):group(step.thread, step.language, {hidden = has(step, 1)})
end
function calls.group_messages(state, step)
    return entries(account(state, step):group_message_page(step.thread, key(state, step, step.after),
        step.limit or 10000))
end
function calls.group_seen(state, step) account(state, step):group_seen(step.thread) end
function calls.group_dismiss(state, step)
    return {changed = account(state, step):dismiss(step.thread, keys(state, step, step.keys))}
end
function calls.category_set(state, step) account(state, step):set_category(step.id, step.summary, step.hidden) end
function calls.strings_set(state, step) account(state, step):set_strings(step.key, step.language, step.forms or {}) end
function calls.strings_import(state, step)
    local taken, skipped = account(state, step):import_strings(step.kind, content(step), step.language)
    return {taken = taken, skipped = skipped}
end

function calls.outbox_configure(state, step) account(state, step):configure_outbox(options(step)) end
function calls.outbox_lease(state, step)
    return entries(account(state, step):outbox_lease(integer(step.duration), step.limit or 10000))
end
function calls.outbox_ack(state, step)
    return {}, account(state, step):outbox_ack(integer(step.sequence), content(step, "answer"))
end
function calls.outbox_fail(state, step)
    return {}, account(state, step):outbox_fail(integer(step.sequence), integer(step.attempt),
        integer(step.retry_after))
end
function calls.outbox_list(state, step)
    return entries(account(state, step):outbox_page(integer(step.after) or 0, step.limit or 10000))
end
function calls.outbox_counts(state, step) return account(state, step):outbox_counts() end
function calls.outbox_retry(state, step) return {count = account(state, step):outbox_retry(integer(step.sequence))} end
function calls.outbox_purge(state, step) return {count = account(state, step):outbox_purge(integer(step.sequence))} end

function calls.reminder_put(state, step) account(state, step):put_reminder(step.id, options(step)) end
function calls.reminder_edit(state, step) account(state, step):edit_reminder(step.id, options(step)) end
function calls.reminder_done(state, step) account(state, step):reminder_done(step.id) end
function calls.reminder_undone(state, step) account(state, step):reminder_undone(step.id) end
function calls.reminder_delete(state, step) account(state, step):delete_reminder(step.id) end
function calls.reminder_snooze(state, step) account(state, step):snooze(step.id, integer(step["until"])) end
function calls.reminder_acknowledge(state, step) account(state, step):acknowledge(step.id) end
function calls.reminder_list(state, step)
    return entries(account(state, step):reminder_page(step.after, step.limit or 10000))
end
function calls.reminder_plan(state, step)
    local given = options(step) or {}
    local list, plan = account(state, step):plan{limit = given.limit, reserve = given.reserve,
        anew = (given.flags or 0) ~= 0}
    plan.entries = list
    return plan
end
function calls.reminder_log(state, step)
    return entries(account(state, step):reminder_log_page(step.after or 0, step.limit or 10000))
end
function calls.reminder_export(state, step) return {text = account(state, step):export_reminders()} end
function calls.reminder_import(state, step)
    local taken, passed_over = account(state, step):import_reminders(content(step))
    return {taken = taken, passed_over = passed_over}
end

-- The cases of all files of a folder.
function replay.cases(folder)
    local made, files = {}, io.popen("ls " .. folder .. "/*.jsonl 2>/dev/null")
    for file in files:lines() do
        for line in io.lines(file) do made[#made + 1] = cjson.decode(line) end
    end
    files:close()
    return made
end

return replay
