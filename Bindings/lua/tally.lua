-- Tally, an embeddable engine for unread badges: for LuaJIT, by its ffi. (Plain Lua has no ffi.)
--
--     local tally = require("tally")
--     local engine = tally.open{file = "badges.db"}
--     local ann = engine:account("ann")
--     ann:set("root.chat.bo", 3)
--     print(tally.shown(ann:get("root")))
--     engine:close()
--
-- Errors are raised as tables with `status`, `name`, `message`; qualified successes (tally.HELD, …) are returned.
-- Counts and identifiers are numbers below 2^53, and int64_t or uint64_t cdata above. Arguments may be either.
-- Timestamps are milliseconds since 1970; timeouts are milliseconds. Flags and enumerations are constants with the
-- names of tally.h without TALLY_. An engine and its objects belong to the Lua state that opened it. One thread at a
-- time may use them.

local ffi = require("ffi")
local bit = require("bit")
local library = require("tally.library")
local items = require("tally.items")

local call, C = library.call, library.C
local tally = {}
for name, value in pairs(library.constants) do tally[name] = value end

local function class(kind)
    local made = {kind = kind}
    made.__index = made
    made.closed = function(object) return object.box.handle == nil end
    return made
end

local Engine, Account, Scope = class("Engine"), class("Account"), class("Scope")
local Feed, Node, Snapshot = class("Feed"), class("Node"), class("Snapshot")
tally.Engine, tally.Account, tally.Scope, tally.Feed, tally.Node = Engine, Account, Scope, Feed, Node
tally.Snapshot, tally.Error = Snapshot, library.Error

local function flag(condition, value)
    return condition and value or 0
end

-- The name of a status, "TALLY_HELD".
tally.status_name = library.status_name

-- Describes a status in an English sentence, without the details of a call.
function tally.status_message(status) return ffi.string(C.tally_status_message(status)) end

-- All entries of lists that come in pages: `page(after, limit)`; `key`: the member to go on behind.
local function pages(page, after, key)
    local entries, row = {more = true}, 0
    return function()
        row = row + 1
        if row > #entries then
            if not entries.more then return nil end
            entries, row = page(after, 1000), 1
            if #entries == 0 then return nil end
            local last = entries[#entries]
            after = key and last[key] or last
        end
        return entries[row]
    end
end

-- Engine ------------------------------------------------------------------------------------------------------------

local engine_flags = {host_driven = tally.ENGINE_HOST_DRIVEN, set_aside = tally.ENGINE_SET_ASIDE,
    vacuum = tally.ENGINE_VACUUM}

local callbacks = {"clock", "log", "zone_file"}

-- Opens an engine. options: the members of tally_engine_options (`file`, `durability`, limits, `zone`, …), and
-- host_driven, set_aside, vacuum: true. Only with host_driven: clock, a function that returns two clocks in
-- milliseconds; log, a function of a level and a text; zone_file, a function that returns a zone's TZif file. None of
-- them may call the library.
function tally.open(options)
    options = options or {}
    if not options.host_driven and (options.clock or options.log or options.zone_file) then
        library.fail(tally.ERROR_UNSUPPORTED, "clock, log and zone_file need host_driven: else the library calls " ..
            "them from a thread of its own, which LuaJIT does not permit")
    end
    local members, flags = {}, options.flags or 0
    for name, value in pairs(options) do
        if engine_flags[name] then
            flags = bit.bor(flags, flag(value, engine_flags[name]))
        elseif name ~= "clock" and name ~= "log" and name ~= "zone_file" then
            members[name] = value
        end
    end
    members.flags = flags
    local structure, kept = library.structure("tally_engine_options", members)
    -- Functions that the library calls: only where it runs on this thread alone.
    local numbers = {}
    for _, name in ipairs(callbacks) do
        if options[name] then
            local number = library.remember(options[name])
            numbers[#numbers + 1] = number
            structure[name] = library.callbacks[name]
            structure[name == "zone_file" and "zone_user_data" or name .. "_user_data"] = number
        end
    end
    local function forget()
        for _, number in ipairs(numbers) do library.forget(number) end
    end
    local ok, handle, status = pcall(call.engine_open, structure)
    if not ok then
        forget()
        error(handle, 0)
    end
    local set_aside_message = status == tally.SET_ASIDE and library.message() or nil
    -- Scopes that are open are kept, so that observers last if nothing refers to their scope.
    local engine = setmetatable({scopes = {}, observers = {}, waiting = {}, places = {}, first = 1, last = 0, stepped = {}, kept = kept,
        host_driven = options.host_driven, set_aside_message = set_aside_message}, Engine)
    return library.own(engine, handle, function(engine_handle, timeout)
        local answer = library.invoke(C.tally_engine_close, engine_handle, timeout or -1)
        if answer ~= tally.ERROR_THREAD then forget() end
        return answer
    end, true)
end

-- Cancels requests in flight, writes everything and closes the file. timeout: milliseconds that writing may take.
-- Closing again does nothing; the engine's objects then raise TALLY_ERROR_CLOSED. If this raises TALLY_ERROR_THREAD
-- (inside a callback), the engine stays open; after any other error it is closed.
function Engine:close(timeout)
    if self.box.handle == nil then return end
    if self.is_calling then library.fail(tally.ERROR_THREAD, "an engine cannot be closed inside a callback") end
    local status = library.close(self, library.integer(timeout or -1, "int64_t", "timeout"))
    local message = status < 0 and library.message()
    if self.box.handle == nil then
        -- Scopes that are collected later know this table.
        for token in pairs(self.observers) do self.observers[token] = nil end
        self.scopes = {}
        self.waiting, self.places, self.stepped, self.first, self.last = {}, {}, {}, 1, 0
    end
    if message then library.fail(status, message) end
end

-- Opens an account, and creates it if it does not exist. options: aggregation, feeding, existing. With existing = true
-- a missing account is an error, TALLY_ERROR_NOT_FOUND.
function Engine:account(name, options)
    local members = {}
    for member, value in pairs(options or {}) do members[member] = value end
    members.existing, members.flags = nil, flag(members.existing, tally.ACCOUNT_EXISTING)
    local handle = call.account_open(self, name, members)
    return library.own(setmetatable({engine = self, name = name, nodes = setmetatable({}, {__mode = "k"})},
        Account), handle, library.releaser(C.tally_account_release))
end

function Engine:account_page(after, limit)
    local entries, status = call.account_list(self, after, limit or 1000)
    local names = {more = entries.more}
    for row, entry in ipairs(entries) do names[row] = entry.name end
    return names, status
end
function Engine:accounts() return pages(function(...) return self:account_page(...) end, nil) end
function Engine:remove_account(name) call.account_remove(self, name) end
function Engine:import_account(name, bytes) call.account_import(self, name, bytes) end

-- Applies items to many accounts, in one transaction: OK, PARTIAL (some were rejected) or ALREADY_APPLIED. `status` and
-- `results` of each item say what became of it, also if this raises. options: source, epoch, position, aggregation,
-- feeding.
function Engine:batch(list, options)
    local rows, operations = items.rows(list)
    local ok, status = pcall(call.engine_batch, self, rows, #list, items.sized(options))
    items.take(list, rows, operations)
    if not ok then error(status, 0) end
    return status
end

-- How far `batch` has applied a source, where to continue reading it: epoch, position, time.
function Engine:position(source)
    local epoch, position, time = call.engine_position(self, source)
    return {epoch = epoch, position = position, time = time}
end

-- Returns the bytes that `import` reads: an account with its keys ({account = "ann"}), or how far a source was applied
-- ({source = "log"}).
function Engine:export(what) return (call.engine_export(self, what.account, what.source)) end

-- Imports accounts and sources, in one transaction. Each import has a `snapshot`, the bytes, and an `account`; a source
-- has none. Returns the status of each: a rejected one does not undo the others. options: replace.
function Engine:import(list, options)
    local rows = items.imports(list)
    call.engine_import(self, rows, #list, flag(options and options.replace, tally.IMPORT_REPLACE))
    return items.statuses(list, rows)
end

function Engine:total() return (call.engine_total(self)) end
function Engine:flush() call.engine_flush(self) end
function Engine:verify() call.engine_verify(self) end
function Engine:backup(file, replace) call.engine_backup(self, file, flag(replace, tally.BACKUP_REPLACE)) end
function Engine:limits() return (call.engine_limits(self)) end
function Engine:stats() return (call.engine_stats(self)) end
function Engine:set_zone(name) call.engine_set_zone(self, name) end

-- Call these when the application comes to the foreground or leaves it (an engine starts in the foreground); when the
-- network is lost, back or changed; and when the machine wakes from sleep.
function Engine:set_foreground(foreground) call.engine_set_foreground(self, foreground and true or false) end
function Engine:set_network(available) call.engine_set_network(self, available and true or false) end
function Engine:woke() call.engine_woke(self) end

function Engine:interrupt()
    call.engine_interrupt(self)
    self.interrupted = true
end

-- For poll, epoll, select, libuv: readable while events are pending; host-driven: when `step` has work.
function Engine:descriptor() return (call.engine_descriptor(self)) end

-- Host-driven: milliseconds until `step` has something to do; -1: until the descriptor is readable.
function Engine:timeout() return (call.engine_timeout(self)) end

-- A scope holds observers, views and widgets; closing it removes all of them.
function Engine:scope()
    local handle = call.scope_open(self)
    local observers, tokens = self.observers, {}
    local scope = library.own(setmetatable({engine = self, tokens = tokens}, Scope), handle, function(scope_handle)
        for token in pairs(tokens) do observers[token], tokens[token] = nil, nil end
        library.invoke(C.tally_scope_close, scope_handle)
    end)
    self.scopes[scope] = true
    return scope
end

local stepping -- Where the events of the engine go that is in `step`.

-- Events are taken out of the library's queue here, and what observes is called here, in Lua: LuaJIT's callbacks would
-- do on this thread, but cost much, and what they raise could not come out of the library.

local told = {}
for _, kind in ipairs{"BADGE", "TOTAL", "SYNCED", "COMPLETION", "WIDGET", "MESSAGES", "GROUP"} do
    told[tally["EVENT_" .. kind]] = true
end

local event_room, text_room, text_capacity = ffi.new("tally_event"), ffi.new("char[?]", 1024), 1024

local function take(engine, timeout)
    if engine.stepped[1] then return table.remove(engine.stepped, 1) end
    library.release_dropped()
    event_room.struct_size = ffi.sizeof("tally_event")
    local handle = library.handle(engine, "engine")
    timeout = library.integer(timeout, "int64_t", "timeout")
    local status = library.invoke(C.tally_engine_next_event, handle, timeout, event_room, text_room, text_capacity)
    while status == tally.ERROR_BUFFER_TOO_SMALL do
        text_capacity = event_room.text_length + 1
        text_room = ffi.new("char[?]", text_capacity)
        status = library.invoke(C.tally_engine_next_event, handle, timeout, event_room, text_room, text_capacity)
    end
    if status < 0 then library.fail(status, library.message()) end
    if status ~= tally.OK then
        library.raise()
        local interrupted = engine.interrupted
        engine.interrupted = false
        return nil, interrupted
    end
    local event = library.record(event_room, "tally_event")
    event.text = ffi.string(text_room, event_room.text_length)
    return event
end

ffi.cdef'int clock_gettime_of_waits(int clock, long *out) __asm__("clock_gettime");'
local CLOCK_MONOTONIC, SLICE = 1, 100
local now_room = ffi.new("long[2]")

local function now()
    ffi.C.clock_gettime_of_waits(CLOCK_MONOTONIC, now_room)
    return tonumber(now_room[0]) * 1000 + tonumber(now_room[1]) / 1e6
end

-- Waits in slices: LuaJIT notices Ctrl-C only between two instructions of Lua, and never in compiled code.
local function wait(engine, timeout)
    library.integer(timeout, "int64_t", "timeout")
    local left = tonumber(timeout)
    if left < 0 then left = math.huge end
    repeat
        local slice, begun = math.min(left, SLICE), now()
        local event, interrupted = take(engine, slice)
        -- An engine that the host drives does not wait, and code in C may interrupt the wait too.
        if event or interrupted or now() - begun < slice - 2 then return event end
        left = left - slice
    until left <= 0
end
jit.off(wait)

-- The key by which events are merged that are pending for next_event: as in the library's queue, a later event replaces
-- one with the same key. Completions have no key.
local function about(event)
    if event.kind == tally.EVENT_COMPLETION then return nil end
    if event.kind == tally.EVENT_SYNCED or event.kind == tally.EVENT_AUTH then
        return event.kind .. " " .. tostring(event.feed) .. " " .. tostring(event.token)
    end
    return event.kind .. " " .. tostring(event.token) .. " " .. event.text
end

local function put_aside(engine, event)
    local key = about(event)
    local former = key and engine.places[key]
    if former then
        if event.kind == tally.EVENT_REMINDER then event.count = event.count + engine.waiting[former].event.count end
        engine.waiting[former] = nil
    end
    engine.last = engine.last + 1
    engine.waiting[engine.last] = {event = event, key = key}
    if key then engine.places[key] = engine.last end
end

local function take_waiting(engine)
    while engine.first <= engine.last do
        local waiting = engine.waiting[engine.first]
        engine.waiting[engine.first], engine.first = nil, engine.first + 1
        if waiting then
            if waiting.key then engine.places[waiting.key] = nil end
            return waiting.event
        end
    end
end

-- Calls the observer or widget of an event. Returns whether there is one.
local function tell(engine, event)
    local observer = event.draw or told[event.kind] and engine.observers[tostring(event.token)]
    if not observer then return false end
    if event.kind == tally.EVENT_COMPLETION then engine.observers[tostring(event.token)] = nil end
    local before = engine.is_calling
    engine.is_calling = true
    local ok, problem = pcall(observer, event)
    engine.is_calling = before
    if not ok then error(problem, 0) end
    return true
end

-- Takes an event, calls its observer, and returns the event, or nil if there is none. timeout: milliseconds to wait; 0:
-- do not wait (the default); -1: no limit. A host-driven engine never waits.
function Engine:next_event(timeout)
    library.handle(self, "engine")
    local event = take_waiting(self)
    if event then return event end
    event = wait(self, timeout or 0)
    if event then tell(self, event) end
    return event
end

-- Iterates over the pending events: `for event in engine:events() do`.
function Engine:events()
    return function() return self:next_event() end
end

-- Calls the observers of pending events, `limit` at most, and returns the number of calls. If an observer raises an
-- error, this raises it, and the events after it stay pending. Events without an observer stay pending for next_event.
function Engine:dispatch(limit)
    local count = 0
    while not limit or limit == 0 or count < limit do
        local event = take(self, 0)
        if not event then break end
        if tell(self, event) then
            count = count + 1
        else
            put_aside(self, event)
        end
    end
    return count
end

-- Host-driven: does the work that is due, then dispatches. The library notifies observers during this call; their
-- events are kept, and dispatched with the others.
function Engine:step()
    local before = stepping
    stepping = self.stepped
    local ok, problem = pcall(call.engine_step, self)
    stepping = before
    if not ok then error(problem, 0) end
    return self:dispatch()
end

-- Host-driven: sends requests through `transport`, a function of a request: kind (tally.REQUEST_KIND_SEND or _CANCEL), id,
-- method, url, headers, body, …, and answer(status, headers, body), progress(). nil: libcurl sends them again.
function Engine:set_transport(transport)
    if not self.host_driven then
        library.fail(tally.ERROR_UNSUPPORTED, "a transport needs host_driven: else it is called from another thread")
    end
    library.handle(self, "engine")
    if not transport then return call.engine_set_transport(self, nil, nil, nil) end
    local number = library.remember(function(request)
        local made = library.record(request[0], "tally_request")
        made.method, made.url = ffi.string(request.method), ffi.string(request.url)
        made.headers, made.body = ffi.string(request.headers), ffi.string(request.body, request.body_size)
        made.respond = function(status, headers, body)
            call.transport_respond(self, made.id, status, headers, body)
        end
        made.progress = function() call.transport_progress(self, made.id) end
        transport(made)
    end)
    call.engine_set_transport(self, library.callbacks.transport, number, library.callbacks.release)
end

-- Scope -------------------------------------------------------------------------------------------------------------

function Scope:close()
    self.engine.scopes[self] = nil
    library.close(self)
end

local function observing(scope, token, observer)
    if observer then
        scope.engine.observers[tostring(token)] = observer
        scope.tokens[tostring(token)] = (scope.tokens[tostring(token)] or 0) + 1
    end
    return token
end

-- The library tells observers and widgets apart by a callback and its user data: the same function at the same path is
-- no second observer. The number is the function's. Only in `step` the callback has something to do. An engine that the
-- host does not drive gets one that does nothing (a status is named, and nobody reads it): it may not call Lua.
local nothing_called = ffi.cast("tally_event_callback", C.tally_status_name)
local nothing_drawn = ffi.cast("tally_widget_function", C.tally_status_name)
local identities, objects = setmetatable({}, {__mode = "k"}), setmetatable({}, {__mode = "v"})
local last_identity = 0

local function identity(object)
    if not identities[object] then
        last_identity = last_identity + 1
        identities[object], objects[last_identity] = last_identity, object
    end
    return ffi.cast("void *", identities[object])
end

library.define("event", "tally_event_callback", library.guarded(function(_, event, text)
    if not stepping then return end
    local made = library.record(event[0], "tally_event")
    made.text = ffi.string(text)
    stepping[#stepping + 1] = made
end))

local shown = {[tally.KIND_NONE] = "hide", [tally.KIND_DOT] = "show_dot", [tally.KIND_ICON] = "show_icon",
    [tally.KIND_NUMBER] = "show_number"}

library.define("widget", "tally_widget_function", library.guarded(function(number, path, presentation, text)
    if not stepping then return end
    local widget = objects[tonumber(ffi.cast("intptr_t", number))]
    local made = library.record(ffi.new("tally_event"), "tally_event")
    local drawn, words = library.record(presentation[0], "tally_presentation"), ffi.string(text)
    made.kind, made.text, made.count = tally.EVENT_WIDGET, ffi.string(path), drawn.count
    made.badge_kind = drawn.kind == tally.KIND_ICON and tally.KIND_DOT or drawn.kind
    made.draw = function() widget[shown[drawn.kind]](widget, made.text, drawn, words) end
    stepping[#stepping + 1] = made
end))

local function callback(scope, observer)
    if not observer then return nil, nil, nil end
    return scope.engine.host_driven and library.callbacks.event or nothing_called, identity(observer), nil
end

-- Returns flags from a table of options. An unknown option is an error.
local function flags_of(options, known)
    local flags = 0
    for name, value in pairs(options or {}) do
        if not known[name] then error("there is no option " .. tostring(name), 0) end
        flags = flags + flag(value, known[name])
    end
    return flags
end

local function observe_flags(options)
    return flags_of(options, {subtree = tally.SUBTREE, initial = tally.OBSERVE_INITIAL})
end

-- Observes a path: observer, a function of an event (or nil: the events come from next_event alone). options: subtree,
-- initial. Gives the token of its events, which `unobserve` takes.
function Scope:observe(account, path, observer, options)
    return observing(self, call.observe(self, account, path, observe_flags(options), callback(self, observer)), observer)
end

function Scope:observe_messages(account, path, observer, options)
    return observing(self, call.observe_messages(self, account, path, observe_flags(options), callback(self, observer)),
        observer)
end

function Scope:observe_groups(account, observer, options)
    return observing(self, call.observe_groups(self, account, observe_flags(options), callback(self, observer)), observer)
end

function Scope:observe_total(observer, options)
    return observing(self, call.observe_total(self, observe_flags(options), callback(self, observer)), observer)
end

-- Observes the requests of a feed, and the pages that the host delivers.
function Scope:observe_feed(feed, observer)
    return observing(self, call.observe_feed(self, feed, callback(self, observer)), observer)
end

-- Removes an observer, or unbinds a widget: afterwards it is never called again. Ends a view, too. An observer that was
-- added twice stays until it is removed twice.
function Scope:unobserve(token)
    call.unobserve(self, token)
    local name = tostring(token)
    local left = (self.tokens[name] or 1) - 1
    self.tokens[name] = left > 0 and left or nil
    if left <= 0 then self.engine.observers[name] = nil end
end

-- Binds a widget: a table with show_dot, show_number, show_icon and hide, each a function of the widget, the path, the
-- presentation and a text. The events WIDGET say when to draw.
function Scope:bind(account, path, widget)
    local draw = self.engine.host_driven and library.callbacks.widget or nothing_drawn
    local functions = ffi.new("tally_widget", {ffi.sizeof("tally_widget"), 0, draw, draw, draw, draw})
    local token = call.widget_bind(self, account, path, functions, identity(widget), nil)
    return observing(self, token, function(event)
        if event.draw then return event.draw() end
        local text, presentation = account:present(event.text)
        widget[shown[presentation.kind]](widget, event.text, presentation, text)
    end)
end

function Scope:refresh_widgets() call.widget_refresh(self) end

-- Reports that the user looks at a path. Returns the token for end_view, and HELD if a child still lights up the path.
function Scope:begin_view(account, path) return call.view_begin(self, account, path, 0) end
function Scope:end_view(token) call.view_end(self, token) end

-- Account -----------------------------------------------------------------------------------------------------------

-- Releases the account and its nodes.
function Account:close()
    for node in pairs(self.nodes) do node:close() end
    library.close(self)
end

function Account:log_in(token) call.account_log_in(self, token) end
function Account:log_out() call.account_log_out(self) end
function Account:export_account() return (call.account_export(self)) end
function Account:verify() call.account_verify(self) end

-- name, id, revision, epoch, logged_in, aggregation, feeding.
function Account:state()
    local name, state = call.account_get(self)
    state.name = name
    return state
end

function Account:set(path, count, expiry)
    if expiry then call.badge_set_until(self, path, count, expiry) else call.badge_set(self, path, count) end
end

function Account:dot(path, expiry)
    if expiry then call.badge_dot_until(self, path, expiry) else call.badge_dot(self, path) end
end

function Account:add(path, delta) call.badge_add(self, path, delta) end
function Account:clear(path) return call.badge_clear(self, path) end -- OK, or HELD: a child still lights it.
function Account:clear_tree(path) return call.badge_clear_tree(self, path) end
function Account:mute(path, mode, expiry) call.badge_mute(self, path, mode, expiry) end
function Account:get(path) return (call.badge_get(self, path)) end

-- The nodes below that show a badge, or are muted (subtree: with the path itself); `revision` of the list: which it
-- shows.
local function badges(account, path, subtree, after, limit)
    local entries, revision = call.badge_list(account, path or "root", flag(subtree, tally.SUBTREE), after, limit)
    entries.revision = revision
    return entries
end

function Account:list(path, subtree) return badges(self, path, subtree, nil, nil) end

-- At most `limit` (1000) of these, those after a path. Pages with the same `revision` are of one moment.
function Account:list_page(path, subtree, after, limit) return badges(self, path, subtree, after, limit or 1000) end

-- Reads the changes since a revision, into the same memory each time. changes.poll() returns a list. If the library no
-- longer keeps these changes, `resync` is set: list everything, and set `revision` to the list's.
function Account:changes(since, epoch, capacity)
    local changes = {revision = since or self:state().revision, epoch = epoch or 0}
    local rows = library.rows("tally_badge_entry", nil, math.max(capacity or 256, 1))
    local revision = ffi.new("uint64_t[1]")
    changes.rows = rows
    function changes.read() -- As many as fit; with the status MORE, read again.
        library.release_dropped()
        library.raise() -- What a callback raised in the last call: that one's changes are not lost.
        local status
        repeat
            status = library.invoke(C.tally_badge_changes, library.handle(self), changes.revision, changes.epoch,
                rows.cell, revision)
            if status == tally.ERROR_BUFFER_TOO_SMALL then rows:grow(2) end
        until status ~= tally.ERROR_BUFFER_TOO_SMALL
        if status < 0 then library.fail(status, library.message()) end
        changes.resync = status == tally.RESYNC
        if changes.resync then return {}, status end
        changes.revision = library.number(revision[0])
        return rows:records(), status
    end
    function changes.poll()
        local changed, status = changes.read()
        while status == tally.MORE do
            local more
            more, status = changes.read()
            for _, entry in ipairs(more) do changed[#changed + 1] = entry end
        end
        return changed
    end
    if not since then
        -- The library keeps changes from the first call on. This is it, so that they are kept from now on.
        local current = changes.revision
        changes.read()
        changes.revision = current
    end
    return changes
end

function Account:explain(path) return (call.badge_explain(self, path, 0, nil)) end
function Account:digest(path) return (call.badge_digest(self, path or "root")) end

-- Applies a batch. options: source, epoch, position, id. Gives the revision, and OK or ALREADY_APPLIED.
function Account:batch(batch, options)
    return call.badge_batch(self, batch.operations, batch.count, options)
end

-- Performs the operations of a node batch, each on its own. Raises the error of the first one that was rejected; the
-- others are performed all the same.
function Account:apply_nodes(batch) call.node_apply(self, batch.operations, batch.count) end

function Account:batch_position(source)
    local epoch, position = call.batch_position(self, source)
    return epoch, position
end

function Account:node(path)
    local number = call.node_resolve(self, path)
    local node, account = setmetatable({account = self, number = number}, Node), self
    self.nodes[node] = true
    return library.own(node, number, function(resolved) -- It keeps the account until then.
        if account.box.handle ~= nil then library.invoke(C.tally_node_release, account.box.handle, resolved) end
    end)
end

-- Snapshots: what the nodes of a subtree own themselves. Patches are strings of bytes.
function Account:snapshot(path) return Snapshot.own((call.snapshot_take(self, path or "root"))) end
function Account:diff(path, to, to_path) return (call.badge_diff(self, path, to, to_path)) end
function Account:apply(path, patch, overwrite) call.badge_apply(self, path, patch, flag(overwrite, tally.APPLY_OVERWRITE)) end

-- Styles: tables with dot_radius, offset_x and offset_y, font_size, font_weight, text_color, background_color,
-- max_count, overflow, icon. A member that is nil is inherited.
local style_bits = {dot_radius = 1, offset_x = 2, offset_y = 2, font_size = 4, font_weight = 8, text_color = 16,
    background_color = 32, max_count = 64, overflow = 128, icon = 256}

local function style_structure(style)
    if not style then return nil end
    local members, fields = {}, 0
    for name, value in pairs(style) do
        members[name], fields = value, bit.bor(fields, style_bits[name] or 0)
    end
    members.fields = fields
    return members
end

function Account:set_style(path, style) call.style_set(self, path, style_structure(style)) end

function Account:style(path)
    local icon, told_style = call.style_get(self, path)
    local style = {}
    for name, value in pairs(style_bits) do
        if bit.band(told_style.fields, value) ~= 0 then
            style[name] = name == "icon" and icon or name ~= "icon" and library.number(told_style[name])
        end
    end
    return style
end

-- How a path is to be drawn: the text, and the presentation.
function Account:present(path)
    local text, presentation = call.badge_present(self, path)
    return text, presentation
end

function Account:push(payload) call.push(self, payload) end
function Account:push_badge_path(path) call.push_badge_path(self, path) end

-- Node --------------------------------------------------------------------------------------------------------------

Node.close = library.close

local function node_call(name)
    return function(node, ...)
        if node.box.handle == nil then library.fail(tally.ERROR_STALE_HANDLE, "this Node was closed") end
        return call["node_" .. name](node.account, node.number, ...)
    end
end

for _, name in ipairs{"path", "get", "add", "clear", "clear_tree", "mute"} do
    Node[name] = node_call(name)
end

local set, set_until = node_call("set"), node_call("set_until")
local dot, dot_until = node_call("dot"), node_call("dot_until")

function Node:set(count, expiry)
    if expiry then set_until(self, count, expiry) else set(self, count) end
end

function Node:dot(expiry)
    if expiry then dot_until(self, expiry) else dot(self) end
end

-- Batch -------------------------------------------------------------------------------------------------------------

local Batch = class("Batch")
tally.Batch = Batch

-- Operations that are applied together, all or none, as often as one likes.
function tally.batch()
    return setmetatable({operations = ffi.new("tally_operation[?]", 16), capacity = 16, count = 0, kept = {}}, Batch)
end

local valued = {[tally.OP_SET] = "count", [tally.OP_ADD] = "delta", [tally.OP_MUTE] = "mode"}

-- One operation. where: a path or a node. value: the count, the delta or the mute.
function Batch:append(kind, where, value, expiry)
    if self.count == self.capacity then
        local larger = ffi.new("tally_operation[?]", 2 * self.capacity)
        ffi.copy(larger, self.operations, self.count * ffi.sizeof("tally_operation"))
        self.operations, self.capacity = larger, 2 * self.capacity
    end
    value = library.integer(value, "int64_t", valued[kind] or "value")
    expiry = library.integer(expiry, "int64_t", "until")
    local is_node = getmetatable(where) == Node
    local path, operation = not is_node and library.text(where, "path") or nil, self.operations[self.count]
    operation.kind, operation.value, operation["until"] = kind, value, expiry
    operation.path, operation.node = path, is_node and where.number or 0
    self.count = self.count + 1
    self.kept[self.count] = where -- What the library reads is kept as long as the batch.
    return self
end

function Batch:set(where, count, expiry) return self:append(tally.OP_SET, where, count, expiry) end
function Batch:dot(where, expiry) return self:append(tally.OP_DOT, where, 0, expiry) end
function Batch:add(where, delta) return self:append(tally.OP_ADD, where, delta) end
function Batch:clear(where) return self:append(tally.OP_CLEAR, where) end
function Batch:clear_tree(where) return self:append(tally.OP_CLEAR_TREE, where) end
function Batch:mute(where, mode, expiry) return self:append(tally.OP_MUTE, where, mode, expiry) end
function Batch:get(where) return self:append(tally.OP_GET, where) end

-- Gives each operation another value.
function Batch:set_values(values)
    assert(#values == self.count, "as many values as operations are needed")
    local checked = {}
    for row = 1, self.count do checked[row] = library.integer(values[row], "int64_t", "value") end
    for row = 1, self.count do self.operations[row - 1].value = checked[row] end
    return self
end

-- The result of each operation: status, count, badge_kind.
function Batch:results()
    local made = {}
    for row = 1, self.count do
        local operation = self.operations[row - 1]
        made[row] = {status = operation.status, count = library.number(operation.count),
            badge_kind = operation.badge_kind}
    end
    return made
end

-- An item of Engine:batch: `tally.item("ann", {id = "1"}):add("chat.bo", 1)`.
tally.Item, tally.item = items.Item, items.item

-- Node batch --------------------------------------------------------------------------------------------------------

local NodeBatch = class("NodeBatch")
tally.NodeBatch = NodeBatch

-- Operations on nodes, for Account:apply_nodes: the fastest way to change many badges. A batch can be applied again.
function tally.node_batch()
    return setmetatable({operations = ffi.new("tally_node_operation[?]", 16), capacity = 16, count = 0,
        nodes = {}}, NodeBatch)
end

-- One operation on a node. value: the count, the delta or the mute. A mute has no end here.
function NodeBatch:append(kind, node, value)
    if getmetatable(node) ~= Node then error("node: a Node is needed, not " .. type(node), 0) end
    value = library.integer(value, "int64_t", valued[kind] or "value")
    if self.count == self.capacity then
        local larger = ffi.new("tally_node_operation[?]", 2 * self.capacity)
        ffi.copy(larger, self.operations, self.count * ffi.sizeof("tally_node_operation"))
        self.operations, self.capacity = larger, 2 * self.capacity
    end
    local operation = self.operations[self.count]
    operation.kind, operation.node, operation.value, operation.status = kind, node.number, value, tally.OK
    self.count = self.count + 1
    self.nodes[self.count] = node -- A node is released when nothing refers to it any more.
    return self
end

function NodeBatch:set(node, count) return self:append(tally.OP_SET, node, count) end
function NodeBatch:dot(node) return self:append(tally.OP_DOT, node) end
function NodeBatch:add(node, delta) return self:append(tally.OP_ADD, node, delta) end
function NodeBatch:clear(node) return self:append(tally.OP_CLEAR, node) end
function NodeBatch:clear_tree(node) return self:append(tally.OP_CLEAR_TREE, node) end
function NodeBatch:mute(node, mode) return self:append(tally.OP_MUTE, node, mode) end
function NodeBatch:get(node) return self:append(tally.OP_GET, node) end

-- The result of each operation: status, and count and badge_kind of a get.
function NodeBatch:results()
    local made = {}
    for row = 1, self.count do
        local operation = self.operations[row - 1]
        local value = operation.kind == tally.OP_GET and operation.status == tally.OK and
            library.number(operation.value) or -1
        made[row] = {status = operation.status, count = math.max(value, 0),
            badge_kind = value > 0 and tally.KIND_NUMBER or value == 0 and tally.KIND_DOT or tally.KIND_NONE}
    end
    return made
end

-- Feeds -------------------------------------------------------------------------------------------------------------

-- Adds a feed. options: the members of tally_feed_options.
function Account:add_feed(name, options)
    local handle = call.feed_add(self, name, options or {})
    return library.own(setmetatable({account = self, name = name}, Feed), handle,
        library.releaser(C.tally_feed_release))
end

function Account:feed_page(after, limit) return call.feed_list(self, after, limit or 1000) end
function Account:feeds() return pages(function(...) return self:feed_page(...) end, nil, "name") end
function Account:rejected_page(feed, after, limit) return call.feed_rejected(self, feed, after, limit or 1000) end
function Account:rejected(feed)
    return pages(function(...) return self:rejected_page(feed, ...) end, 0, "number")
end

Feed.close = library.close

-- The state, with the title: the last one that the server sent, or that of the options.
function Feed:info()
    local title, state = call.feed_get(self)
    state.title = title
    return state
end

function Feed:remove() call.feed_remove(self) end
function Feed:refresh() call.feed_refresh(self) end
function Feed:cancel() call.feed_cancel(self) end
function Feed:pause(paused) call.feed_pause(self, paused ~= false) end
-- Returns what is known of the page: first, away_time, requested.
function Feed:page_shown(page) return (call.feed_page_shown(self, page)) end
function Feed:page_hidden(page) call.feed_page_hidden(self, page) end
function Feed:deliver(page) call.feed_deliver(self, page) end
function Feed:push(payload) call.feed_push(self, payload) end

-- Asks now; completes exactly once, with an event COMPLETION, for which `completed` is called.
function Feed:refresh_now(completed)
    local token = call.feed_refresh_now(self, nil, nil, nil)
    if completed then self.account.engine.observers[tostring(token)] = completed end
    return token
end

-- Messages ----------------------------------------------------------------------------------------------------------

local function message_flags(options)
    return flags_of(options, {subtree = tally.SUBTREE, unread = tally.MESSAGES_UNREAD})
end

-- options: subtree, unread.
function Account:message_page(path, options, after, limit)
    return call.message_list(self, path or "root", message_flags(options), after, limit or 1000)
end

-- `for message in account:messages("root", {subtree = true}) do`
function Account:messages(path, options)
    return pages(function(...) return self:message_page(path, options, ...) end, 0, "key")
end

-- total, unread, unseen.
function Account:message_counts(path, options)
    local total, unread, unseen = call.message_counts(self, path or "root", message_flags(options))
    return {total = total, unread = unread, unseen = unseen}
end

function Account:read(keys) return (call.message_read(self, keys)) end
function Account:unread(keys) return (call.message_unread(self, keys)) end
function Account:mark_seen(keys) return (call.message_mark_seen(self, keys)) end
function Account:read_path(path, options) return (call.message_read_path(self, path, message_flags(options))) end
function Account:read_until(path, last, options)
    return (call.message_read_until(self, path, message_flags(options), last))
end

-- Posts a message. options: the members of tally_message_options, and dot: true. Gives its key.
function Account:post(path, options) return (call.message_post(self, path, items.message_options(options))) end
function Account:withdraw(id) call.message_withdraw(self, id) end

-- Groups ------------------------------------------------------------------------------------------------------------

function Account:configure_groups(grouping, language) call.group_configure(self, grouping, language) end
function Account:set_category(id, summary, hidden) call.category_set(self, id, summary, hidden) end
-- forms: zero, one, two, few, many, other.
function Account:set_strings(key, language, forms) call.strings_set(self, key, language, forms) end
function Account:import_strings(kind, bytes, language)
    local taken, skipped = call.strings_import(self, kind, bytes, language)
    return taken, skipped
end

local function hidden_flag(options)
    return flags_of(options, {hidden = tally.GROUPS_HIDDEN})
end

-- options: hidden.
function Account:group_page(language, options, after, limit)
    return call.group_list(self, language, hidden_flag(options), after, limit or 1000)
end

function Account:groups(language, options)
    return pages(function(...) return self:group_page(language, options, ...) end, 0, "newest")
end

function Account:group(thread, language, options)
    return call.group_get(self, thread, language, hidden_flag(options), nil)[1]
end

function Account:group_message_page(thread, after, limit)
    return call.group_messages(self, thread, after, limit or 1000)
end

function Account:group_messages(thread)
    return pages(function(...) return self:group_message_page(thread, ...) end, 0, "key")
end

function Account:group_seen(thread) call.group_seen(self, thread) end
function Account:dismiss(thread) return (call.group_dismiss(self, thread)) end

-- Outbox ------------------------------------------------------------------------------------------------------------

function Account:configure_outbox(options) call.outbox_configure(self, options or {}) end

-- Rows that are due, for so many milliseconds; `more`: others may be due.
function Account:outbox_lease(duration, limit)
    limit = limit or 100
    local list, status = call.outbox_lease(self, duration, limit)
    while status == tally.MORE and #list < limit do -- Their texts did not fit.
        local more
        more, status = call.outbox_lease(self, duration, limit - #list)
        for _, entry in ipairs(more) do list[#list + 1] = entry end
    end
    list.more = status == tally.MORE
    return list, status
end

function Account:outbox_ack(sequence, answer) return call.outbox_ack(self, sequence, answer) end
function Account:outbox_fail(sequence, attempt, retry_after)
    return call.outbox_fail(self, sequence, attempt, retry_after)
end

function Account:outbox_page(after, limit) return call.outbox_list(self, after, limit or 1000) end
function Account:outbox() return pages(function(...) return self:outbox_page(...) end, 0, "sequence") end
function Account:outbox_counts()
    local total, leased, failed = call.outbox_counts(self)
    return {total = total, leased = leased, failed = failed}
end
function Account:outbox_retry(sequence) return (call.outbox_retry(self, sequence)) end
function Account:outbox_retry_all() return (call.outbox_retry_all(self)) end
function Account:outbox_remove(sequence) return (call.outbox_remove(self, sequence)) end
function Account:outbox_remove_failed() return (call.outbox_remove_failed(self)) end

-- Reminders ---------------------------------------------------------------------------------------------------------

-- options: the members of tally_reminder_options; days are numbers like 20260131. An edit changes the members
-- that are present; 0 or "" removes a member. Set a unit and its numbers (shelf_, repeat_, overdue_) together.
function Account:put_reminder(id, options) call.reminder_put(self, id, items.reminder_options(options)) end
function Account:edit_reminder(id, options) call.reminder_edit(self, id, items.reminder_options(options)) end
function Account:reminder_done(id) call.reminder_done(self, id) end
function Account:reminder_undone(id) call.reminder_undone(self, id) end
function Account:remove_reminder(id) call.reminder_remove(self, id) end
function Account:snooze(id, time) call.reminder_snooze(self, id, time) end
function Account:acknowledge(id) call.reminder_acknowledge(self, id) end
function Account:reminder_page(after, limit) return call.reminder_list(self, after, limit or 1000) end
function Account:reminders() return pages(function(...) return self:reminder_page(...) end, nil, "id") end

-- Returns what the system must disarm, then arm; and planned, left_out, reach. options: limit, reserve, from_scratch.
function Account:plan(options)
    options = options or {}
    local entries, plan = call.reminder_plan(self, {limit = options.limit, reserve = options.reserve,
        flags = flag(options.from_scratch, tally.PLAN_FLAG_FROM_SCRATCH)}, nil)
    return entries, plan
end

function Account:reminder_log_page(after, limit) return call.reminder_log(self, after, limit or 1000) end
function Account:reminder_log() return pages(function(...) return self:reminder_log_page(...) end, 0, "number") end
function Account:export_reminders() return (call.reminder_export(self)) end
function Account:import_reminders(bytes)
    local taken, skipped = call.reminder_import(self, bytes)
    return taken, skipped
end

-- Without an engine -------------------------------------------------------------------------------------------------

function Snapshot.own(handle)
    return library.own(setmetatable({}, Snapshot), handle, library.releaser(C.tally_snapshot_release))
end

Snapshot.close = library.close
function Snapshot:encode() return (call.snapshot_encode(self)) end -- As bytes: equal states give equal ones.
function Snapshot:diff(to) return (call.snapshot_diff(self, to)) end -- The minimal patch from this one to another.

-- Replaces the contents of `path` and its subtree with the snapshot.
function Snapshot:restore(account, path) call.snapshot_restore(self, account, path or "root") end

-- Decodes the bytes of Snapshot:encode.
function Snapshot.decode(bytes) return Snapshot.own((call.snapshot_decode(bytes))) end
function tally.inverse(patch) return (call.patch_inverse(patch)) end
function tally.recover(damaged, fresh) return (call.engine_recover(damaged, fresh)) end
function tally.account_hash(name, partitions) return (call.account_hash(name, partitions)) end
function tally.try_mapping(body, preset, mapping) return (call.mapping_try(preset, mapping, body)) end
function tally.version() return ffi.string(C.tally_version_text()) end
-- As a number: major * 1,000,000 + minor * 1,000 + patch.
function tally.version_number() return C.tally_version() end

-- How a number is drawn: the text, and the presentation. kind: tally.KIND_NUMBER and so on.
function tally.present(kind, count, style)
    local text, presentation = call.present(kind, count, style_structure(style))
    return text, presentation
end

function tally.escape(name) return (call.path_escape(name)) end
function tally.join(path, name) return (call.path_join(path, name)) end
function tally.parent(path) return (call.path_parent(path)) end
function tally.component(path, index) return (call.path_component(path, index)) end

-- What a badge or an event of one shows, in words: "dot", its number, or "nothing".
function tally.shown(badge)
    local kind = badge.kind
    if badge.badge_kind then kind = badge.badge_kind end -- Of an event `kind` is what it tells.
    if kind == tally.KIND_NONE then return "nothing" end
    return kind == tally.KIND_DOT and "dot" or (tostring(badge.count):gsub("U?LL$", ""))
end

-- All functions of the header, for what has no word here: arguments in as in the header, results as README.md says.
tally.call = call

return tally
