-- Replays the conformance data (Tests/Conformance/README.md) with this binding. A call that it has not fails.

local bit = require("bit")
local ffi = require("ffi")
local cjson = require("cjson")
local tally = require("tally")

local replay = {}
-- The functions of the header; and steps that are none, or make what others name.
local steps = require("steps")
local own = {}
-- A case, with its step.
local Case = {}
Case.__index = Case

local style_bits = {dot_radius = 1, offset_x = 2, offset_y = 2, font_size = 4, font_weight = 8, text_color = 16,
    background_color = 32, max_count = 64, overflow = 128, icon = 256, highlight_color = 512}

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
    argument = true, path = true, source = true, url = true, prefix = true}

-- The members of an options object, but for one.
function Case:options(without)
    if not self.step.options then return nil end
    local made = {}
    for name, value in pairs(self.step.options) do
        if name ~= without then made[name] = texts[name] and value or integer(value) end
    end
    return made
end

function Case:int(name) return integer(self.step[name]) or 0 end
function Case:limit() return self.step.limit or 10000 end
function Case:has(value) return bit.band(self.step.flags or 0, value) ~= 0 end

local function from_hex(text)
    return text and (text:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

function Case.to_hex(bytes)
    return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

function Case:content(name) return self.step.text or from_hex(self.step[name]) end

function Case:style()
    local given = self.step.style
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
    if type(value) == "string" and value:sub(1, 1) == "$" then
        return assert(state.kept[value:sub(2)], "no step has kept " .. value)
    end
    return value
end

local function play(state, step)
    local call = assert(steps[step.call] or own[step.call], "no such call: " .. step.call)
    state.step = step
    local out, status, message = {}
    local ok, problem, answered = pcall(call, state)
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
    for _, name in ipairs{"text", "bytes", "digest", "revision", "next"} do
        if step.as and out[name] ~= nil then
            state.kept[step.as] = out[name]
            break
        end
    end
end

-- Whether a case has a step that the binding has no function for.
local function lacks(case)
    for _, step in ipairs(case.steps) do
        if steps.lacks[step.call] then return true end
    end
end

function replay.run(case)
    if lacks(case) then return end
    local state = setmetatable({accounts = {}, feeds = {}, nodes = {}, tokens = {}, kept = {},
        drawn = {}, requests = {}, sent = {}, count = 0, wall = case.wall or 1767225600000, elapsed = 1000000}, Case)
    local members = {host_driven = true, seed = 1, zone = case.zone or "UTC",
        clock = function() return state.wall, state.elapsed end}
    for name, value in pairs(case.options or {}) do members[name] = integer(value) end
    if case.file then
        state.folder = os.tmpname()
        os.remove(state.folder)
        assert(os.execute("mkdir " .. state.folder) == 0)
        members.file = state.folder .. "/" .. case.file
    end
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
    if state.folder then os.execute("rm -r " .. state.folder) end
    if not ok then error(problem, 0) end
end

-- Steps -----------------------------------------------------------------------------------------------------------

function Case:account(name) return self.accounts[self.step[name or "account"]] end
function Case:feed() return self.feeds[self.step.feed] end
function Case:node() return self.nodes[self.step.node] end

function Case:keys(identifiers)
    local known, made = {}, {}
    for message in self:account():messages("root", {subtree = true}) do known[message.id] = message.key end
    for row, identifier in ipairs(identifiers or {}) do made[row] = known[identifier] or 2 ^ 52 end
    return made
end

function Case:key(name)
    return self.step[name] and self:keys{self.step[name]}[1] or 0
end

function Case:entries(list, status) return {entries = list, next = list.next}, status end

function Case:names(names, status)
    local list = {}
    for row, name in ipairs(names) do list[row] = {name = name} end
    return {entries = list, next = names.next}, status
end

function Case:revised(list) return {entries = list, revision = list.revision} end

function Case:badge() return {kind = self.step.badge.kind, count = integer(self.step.badge.count)} end

function Case:presented(text, presentation)
    presentation.text = text
    return presentation
end

function Case:style_of(style)
    local out = {fields = 0, icon = ""}
    for name, value in pairs(style_bits) do
        if name ~= "icon" then out[name] = 0 end
        if style[name] ~= nil then out[name], out.fields = style[name], bit.bor(out.fields, value) end
    end
    return out
end

function Case:decoded(name) return tally.Snapshot.decode(self:content(name)) end

function own.snapshot_take(s) return {bytes = s.to_hex(s:account():snapshot(s.step.path):encode())} end
function own.badge_restore(s) s:account():restore(s:decoded("snapshot"), s.step.path) end
function own.snapshot_diff(s) return {bytes = s.to_hex(s:decoded("from"):diff(s:decoded("to")))} end
function own.snapshot_list(s)
    return s:entries(s:decoded("snapshot"):list_page(s.step.path, {subtree = s:has(1)}, s.step.after, s:limit()))
end

function Case:begin_view()
    local token, status = self.scope:begin_view(self:account(), self.step.path,
        {subtree = self:has(1), read = self:has(2)})
    self.tokens[self.step.token] = token
    return {}, status
end

function Case:planned()
    local given = self:options() or {}
    local list, plan = self:account():plan{limit = given.limit, reserve = given.reserve,
        from_scratch = (given.flags or 0) ~= 0}
    if self.step.token then self.tokens[self.step.token] = plan.token end
    plan.entries = list
    return plan
end

function Case:imported()
    local report, skipped = self:account():import_reminders(self:content("bytes"))
    report.entries = skipped
    return report
end

local function named(state, event)
    for name, token in pairs(state.tokens) do
        if token == event.token then event.token = name break end
    end
    for _, one in pairs(state.accounts) do
        local ok, account = pcall(one.state, one)
        if ok and account.id == event.account then
            for feed in one:feeds() do
                if feed.id == event.feed then event.feed = feed.name break end
            end
            event.account = one.name
            break
        end
    end
    return event
end

function own.wall(s)
    s.wall = s.step.to
    s.engine:step()
end

function own.go(s)
    s.elapsed = s.elapsed + s.step.to - s.wall
    own.wall(s)
end

function own.step(s) s.engine:step() end

function own.events(s)
    local list = {}
    for event in s.engine:events() do list[#list + 1] = named(s, event) end
    return {entries = list}
end

function own.account_open(s) s.accounts[s.step.account] = s.engine:account(s.step.account, s:options()) end
function own.node_resolve(s) s.nodes[s.step.node] = s:account():node(s.step.path) end
function own.feed_add(s) s.feeds[s.step.feed] = s:account():add_feed(s.step.feed, s:options()) end
function own.account_find(s)
    local found = s.engine:find_account(s:account():state().id)
    assert(found.name == s.step.account)
    found:close()
end
function own.feed_find_by_id(s)
    local found = s:account():find_feed_by_id(s:feed():info().id)
    assert(found.name == s.step.feed)
    found:close()
end
function own.feed_find(s) s.feeds[s.step.feed] = s:account():find_feed(s.step.feed) end

function own.badge_changes(s)
    local changes = s:account():changes(s:int("since"), integer(s.step.epoch), s:limit())
    local list, status = changes.read()
    table.sort(list, function(one, other) return one.path < other.path end)
    return {entries = list, revision = changes.revision}, status
end

function own.badge_batch(s)
    local batch = tally.batch()
    for _, operation in ipairs(s.step.operations) do
        batch:append(operation.kind, operation.node and s.nodes[operation.node] or operation.path,
            integer(operation.value), integer(operation["until"]))
    end
    local ok, revision, status = pcall(s:account().batch, s:account(), batch, s:options())
    s.results = batch:results()
    if not ok then error(revision, 0) end
    return {revision = revision}, status
end

-- Many accounts. How an item is given an operation, by its kind.
local item_operations = {
    [tally.OP_SET] = function(item, o) item:set(o.path, integer(o.value), o["until"]) end,
    [tally.OP_DOT] = function(item, o) item:dot(o.path, o["until"]) end,
    [tally.OP_ADD] = function(item, o) item:add(o.path, integer(o.value)) end,
    [tally.OP_CLEAR] = function(item, o) item:clear(o.path) end,
    [tally.OP_CLEAR_TREE] = function(item, o) item:clear_tree(o.path) end,
    [tally.OP_MUTE] = function(item, o) item:mute(o.path, o.value, o["until"]) end,
    [tally.OP_POST] = function(item, o) item:post(o.path) end,
    [tally.OP_READ] = function(item, o) item:read_path(o.path) end,
}

function own.engine_batch(s)
    local list, results = {}, {}
    for row, given in ipairs(s.step.items) do
        list[row] = tally.item(given.account, {id = given.id, time = given.time})
        for _, operation in ipairs(given.operations) do item_operations[operation.kind](list[row], operation) end
    end
    local status = s.engine:batch(list, s:options())
    for row, item in ipairs(list) do results[row] = {status = item.status} end
    return {items = results}, status
end

function own.engine_get_position(s) return s.engine:position(s.step.source) end

function own.engine_import(s)
    local list, results, answer = {}, {}, tally.OK
    for row, given in ipairs(s.step.imports) do
        list[row] = {account = given.account, bytes = from_hex(given.bytes)}
    end
    for row, status in ipairs(s.engine:import(list, {replace = s:has(tally.IMPORT_REPLACE)})) do
        results[row] = {status = status}
        if status ~= tally.OK then answer = tally.PARTIAL end
    end
    return {imports = results}, answer
end

-- What the library calls.

local function taken(list)
    local entries = {}
    for row, entry in ipairs(list) do entries[row], list[row] = entry, nil end
    return {entries = entries}
end

function own.widget_bind(s)
    local widget = {}
    for _, name in ipairs{"show_dot", "show_number", "show_icon", "hide"} do
        widget[name] = function(_, path, _, text)
            s.drawn[#s.drawn + 1] = {["function"] = name, path = path, text = text}
        end
    end
    s.tokens[s.step.token] = s.scope:bind(s:account(), s.step.path, widget)
end

function own.drawn(s) return taken(s.drawn) end

local function send(s, request)
    if request.kind == tally.REQUEST_KIND_SEND then
        s.count = s.count + 1
        s.sent["r" .. s.count] = request
    end
    for name, each in pairs(s.sent) do
        if each.id == request.id then
            s.requests[#s.requests + 1] = {kind = request.kind, method = request.method, url = request.url,
                request = name}
        end
    end
end

function own.engine_set_transport(s)
    s.engine:set_transport(s:int("on") ~= 0 and function(request) send(s, request) end or nil)
end

function own.requests(s) return taken(s.requests) end
function own.transport_respond(s)
    s.sent[s.step.request].respond(s.step.code, s.step.headers, s:content("body"))
end
function own.transport_progress(s) s.sent[s.step.request].progress() end

function Case:file(name) return (self.folder or ".") .. "/" .. self.step[name] end

function Case:feed_state()
    local state = self:feed():info()
    state.text = state.title
    return state
end

function own.version() return {number = tally.version_number(), text = tally.version()} end
function own.status_name(s) return {text = tally.status_name(s.step.number)} end
function own.status_message(s) return {text = tally.status_message(s.step.number)} end

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
