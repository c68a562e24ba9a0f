-- Events of engines: waiting for them, and calling what observes.

local ffi = require("ffi")
local library = require("tally.calls")
local support = require("tally.support")

local call, constants, Engine = library.call, library.constants, support.Engine

function Engine:interrupt()
    call.engine_interrupt(self)
    self.interrupted = true
end

-- Host-driven: milliseconds until `step` has something to do; -1: until the descriptor is readable.
function Engine:timeout() return (call.engine_get_timeout(self)) end

-- The library calls the functions of observers and widgets inside dispatch, next_event and step. These only note what
-- is to be called. It is called here, behind the library's call: so what it raises comes out of the method.
local notes

local function note(user_data, tell)
    if notes then notes[#notes + 1] = {number = tonumber(ffi.cast("intptr_t", user_data)), tell = tell} end
end

library.define("event", "tally_event_callback", library.guarded(function(number, event, text)
    local made = library.record(event[0], "tally_event")
    made.text = ffi.string(text)
    note(number, function(observer) observer(made) end)
end))

local shown = {[constants.KIND_NONE] = "hide", [constants.KIND_DOT] = "show_dot", [constants.KIND_ICON] = "show_icon",
    [constants.KIND_NUMBER] = "show_number"}

library.define("widget", "tally_widget_function", library.guarded(function(number, path, presentation, text)
    local drawn, where, words = library.record(presentation[0], "tally_presentation"), ffi.string(path), ffi.string(text)
    note(number, function(widget) widget[shown[drawn.kind]](widget, where, drawn, words) end)
end))

-- Calls a function of the library whose callbacks write into a list of notes.
local function noting(list, raw, ...)
    local before = notes
    notes = list
    local ok, first, second, third = pcall(raw, ...)
    notes = before
    if not ok then error(first, 0) end
    return first, second, third
end

-- Calls what was noted: all of it, also if one raises an error, but nothing that was removed meanwhile.
local function call_all(engine, list)
    local before, all_ok, first_problem = engine.is_calling, true, nil
    engine.is_calling = true
    for _, each in ipairs(list) do
        local known = engine.observers[each.number]
        local ok, problem = pcall(known and each.tell or function() end, known and known.object)
        if all_ok and not ok then all_ok, first_problem = false, problem end
    end
    engine.is_calling = before
    if not all_ok then error(first_problem, 0) end
end

-- Returns the next event, after its observers were called; or nil, and whether the wait was interrupted.
local function take(engine, timeout)
    local list = {}
    local text, event, status = noting(list, call.engine_next_event, engine, timeout)
    if status ~= constants.OK then
        local interrupted = engine.interrupted
        engine.interrupted = false
        return nil, interrupted
    end
    event.text = text
    call_all(engine, list)
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

-- Takes an event, calls its observer, and returns the event, or nil if there is none. timeout: milliseconds to wait; 0:
-- do not wait (the default); -1: no limit. A host-driven engine never waits.
function Engine:next_event(timeout)
    library.handle(self, "engine")
    return wait(self, timeout or 0)
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
        local list = {table.remove(self.stepped, 1)}
        if not list[1] then noting(list, call.engine_dispatch, self, 1) end
        if not list[1] then break end
        count = count + 1
        call_all(self, list)
    end
    return count
end

-- Host-driven: does the work that is due, then dispatches. The library notifies observers during this call; their
-- events are kept, and dispatched with the others.
function Engine:step()
    noting(self.stepped, call.engine_step, self)
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
