-- Events of engines: waiting for them, and calling what observes.

local ffi = require("ffi")
local library = require("tally.calls")
local support = require("tally.support")

local call, constants, C, Engine = library.call, library.constants, library.C, support.Engine

function Engine:interrupt()
    call.engine_interrupt(self)
    self.interrupted = true
end

-- Host-driven: milliseconds until `step` has something to do; -1: until the descriptor is readable.
function Engine:timeout() return (call.engine_get_timeout(self)) end

-- Events are taken out of the library's queue here, and what observes is called here, in Lua: LuaJIT's callbacks would
-- do on this thread, but cost much, and what they raise could not come out of the library.

local told = {}
for _, kind in ipairs{"BADGE", "TOTAL", "SYNCED", "COMPLETION", "WIDGET", "MESSAGES", "GROUP", "AUTH",
    "REMINDER"} do
    told[constants["EVENT_" .. kind]] = true
end

local event_room, text_room, text_capacity = ffi.new("tally_event"), ffi.new("char[?]", 1024), 1024

local function take(engine, timeout)
    if engine.stepped[1] then return table.remove(engine.stepped, 1) end
    library.release_dropped()
    event_room.struct_size = ffi.sizeof("tally_event")
    local handle = library.handle(engine, "engine")
    timeout = library.integer(timeout, "int64_t", "timeout")
    local status = library.invoke(C.tally_engine_next_event, handle, timeout, event_room, text_room, text_capacity)
    while status == constants.ERROR_BUFFER_TOO_SMALL do
        text_capacity = event_room.text_length + 1
        text_room = ffi.new("char[?]", text_capacity)
        status = library.invoke(C.tally_engine_next_event, handle, timeout, event_room, text_room, text_capacity)
    end
    if status < 0 then library.fail(status, library.message()) end
    if status ~= constants.OK then
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
    if event.kind == constants.EVENT_COMPLETION then return nil end
    if event.kind == constants.EVENT_SYNCED or event.kind == constants.EVENT_AUTH then
        return event.kind .. " " .. tostring(event.feed) .. " " .. tostring(event.token)
    end
    return event.kind .. " " .. tostring(event.token) .. " " .. tostring(event.reminder) .. " " .. event.text
end

local function put_aside(engine, event)
    local key = about(event)
    local former = key and engine.places[key]
    if former then
        if event.kind == constants.EVENT_REMINDER then event.count = event.count + engine.waiting[former].event.count end
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

local function observe(engine, observer, event)
    local before = engine.is_calling
    engine.is_calling = true
    local ok, problem = pcall(observer, event)
    engine.is_calling = before
    return ok, problem
end

-- Calls the observers of all feeds or reminders, all of them, also if one raises an error. Returns whether there is one.
-- The event has the observer's token there, as in the library's callbacks.
local function tell_general(engine, event)
    local list, is_told, all_ok, first_problem = engine.general, false, true, nil
    for index = #list, 1, -1 do
        if not engine.observers[list[index].name] then table.remove(list, index) end
    end
    for _, entry in ipairs{unpack(list)} do
        if entry.kinds[event.kind] and (entry.account == nil or entry.account == event.account) then
            local given = {}
            for name, value in pairs(event) do given[name] = value end
            given.token = entry.token
            local ok, problem = observe(engine, engine.observers[entry.name] or function() end, given)
            if all_ok and not ok then all_ok, first_problem = false, problem end
            is_told = true
        end
    end
    if not all_ok then error(first_problem, 0) end
    return is_told
end

-- Calls the observer or widget of an event. Returns whether there is one.
local function tell(engine, event)
    local observer = event.draw or told[event.kind] and engine.observers[tostring(event.token)]
    if not observer then
        return event.token == 0 and engine.general[1] ~= nil and tell_general(engine, event)
    end
    if event.kind == constants.EVENT_COMPLETION then engine.observers[tostring(event.token)] = nil end
    local ok, problem = observe(engine, observer, event)
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
    local before = support.stepping
    support.stepping = self.stepped -- Where the events of an observer go.
    local ok, problem = pcall(call.engine_step, self)
    support.stepping = before
    if not ok then error(problem, 0) end
    return self:dispatch()
end

-- Host-driven: sends requests through `transport`, a function of a request: kind (tally.REQUEST_KIND_SEND or _CANCEL), id,
-- method, url, headers, body, …, and answer(status, headers, body), progress(). nil: libcurl sends them again.
function Engine:set_transport(transport)
    if not self.host_driven then
        library.fail(constants.ERROR_UNSUPPORTED, "a transport needs host_driven: else it is called from another thread")
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
