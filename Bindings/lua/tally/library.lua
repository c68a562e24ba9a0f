-- The library: finding it, errors, callbacks and handles.
--
-- Collecting garbage may happen anywhere, also in a clock's callback, where the library must not be called; so what is
-- collected is put down, and released by the next call.

local ffi = require("ffi")
local declarations = require("tally.declarations")

-- A module that is loaded a second time finds its types declared.
if not pcall(ffi.typeof, "tally_engine_options") then
    ffi.cdef(declarations.cdef)
    ffi.cdef[[
        void *dlopen(const char *, int);
        typedef struct { const char *file; void *base; const char *name; void *address; } tally_loaded;
        int dladdr(const void *, tally_loaded *);
    ]]
end

local library = {}
local constants = declarations.constants

local function load()
    local chosen = os.getenv("TALLY_LIBRARY")
    -- A rock may contain the library.
    local within = package.searchpath("tally.libtally", package.cpath)
    local ok, loaded = pcall(ffi.load, chosen or within or "libtally.so.0")
    if ok then return loaded end
    error("the library of Tally cannot be loaded (" .. (chosen and "TALLY_LIBRARY says " .. chosen or
        "the loader looked for libtally.so.0") .. "): " .. tostring(loaded) .. ". Install it (make install, or the " ..
        "package libtally0), or let the environment variable TALLY_LIBRARY name its file.", 0)
end

local C = load()
library.C = C

-- Keeps the library in memory until the process ends. LuaJIT unloads it with its last reference, or with the state. A
-- thread of the library's could still run in it then.
local function pin()
    local loaded, now = ffi.new("tally_loaded"), 2 -- RTLD_NOW
    if ffi.C.dladdr(ffi.cast("void *", C.tally_version_text), loaded) ~= 0 then ffi.C.dlopen(loaded.file, now) end
end
pin()

library.constants = {}
for name, value in pairs(constants) do
    library.constants[name] = value
end

-- Errors ------------------------------------------------------------------------------------------------------------

local Error = {}
Error.__index = Error
Error.__tostring = function(problem)
    return problem.message .. " (" .. problem.name .. ", " .. problem.status .. ")"
end
library.Error = Error

function library.status_name(status)
    return ffi.string(C.tally_status_name(status))
end

-- An error with a status, raised: `status`, `name` ("TALLY_ERROR_PATH") and `message`.
function library.fail(status, message)
    error(setmetatable({status = status, name = library.status_name(status), message = message}, Error), 0)
end

-- The folder of these modules, and tally.lua beside it.
local own_folder = debug.getinfo(1, "S").source:match("^(.*)library%.lua$") or "@tally/"
local own_module = own_folder:gsub("[/\\]$", "") .. ".lua"

-- A mistake in a call, raised with the place in the program where the library was called, as Lua's own functions do.
function library.misused(message)
    local level, found = 2, debug.getinfo(2, "Sl")
    while found and (found.source:sub(1, #own_folder) == own_folder or found.source == own_module) do
        level = level + 1
        found = debug.getinfo(level, "Sl")
    end
    local has_place = found and found.currentline > 0
    error((has_place and found.short_src .. ":" .. found.currentline .. ": " or "") .. message, 0)
end

function library.message()
    local buffer, length = ffi.new("char[1024]"), ffi.new("size_t[1]")
    C.tally_error_message(buffer, 1024, length)
    return (ffi.string(buffer, length[0]):gsub(" must not be NULL$", " must not be nil"))
end

-- Callbacks ---------------------------------------------------------------------------------------------------------
-- LuaJIT has room for some hundred callbacks. So all engines share one of each kind, and the number that the library has
-- as user_data says whose function is meant. Callbacks must not throw through the library: what they raise waits here.

local functions, last_function = {}, 0
local inside = 0 -- Callbacks that are running; nothing is released meanwhile.
local raised

local function guarded(body)
    return function(...)
        inside = inside + 1
        local ok, answer = pcall(body, ...)
        inside = inside - 1
        if ok then return answer end
        if raised == nil then
            raised = {answer}
        else
            io.stderr:write("tally: another callback failed too: ", tostring(answer), "\n")
        end
    end
end

library.guarded = guarded

local function function_of(user_data)
    return functions[tonumber(ffi.cast("intptr_t", user_data))]
end

local last_times = {}
local tell_time = guarded(function(user_data)
    local wall, elapsed = function_of(user_data)()
    return {ffi.cast("int64_t", wall), ffi.cast("int64_t", elapsed)}
end)
local log = guarded(function(user_data, level, text) function_of(user_data)(level, ffi.string(text)) end)
local zone_file = guarded(function(user_data, name, bytes, capacity)
    local content = function_of(user_data)(ffi.string(name))
    if not content or #content > capacity then return 0 end
    ffi.copy(bytes, content, #content)
    return #content
end)
local transport = guarded(function(user_data, request) function_of(user_data)(request) end)

local bodies = {}

-- Declares a callback, which is made when it is first used.
function library.define(kind, c_type, body)
    bodies[kind] = {c_type, body}
end

library.define("clock", "tally_clock_callback", function(user_data, wall, elapsed)
    local number, times = tonumber(ffi.cast("intptr_t", user_data)), tell_time(user_data)
    if times then last_times[number] = times end
    local last = last_times[number] or {0, 0}
    wall[0], elapsed[0] = last[1], last[2]
end)
library.define("log", "tally_log_callback", function(...) log(...) end)
library.define("zone_file", "tally_zone_callback", function(...) return zone_file(...) or 0 end)
library.define("transport", "tally_transport_callback", function(...) transport(...) end)
library.define("release", "void (*)(void *)", function(user_data)
    local number = tonumber(ffi.cast("intptr_t", user_data))
    functions[number], last_times[number] = nil, nil
end)
jit.off(bodies.release[2])

local callbacks = setmetatable({}, {__index = function(made, kind)
    made[kind] = ffi.cast(bodies[kind][1], bodies[kind][2])
    return made[kind]
end})
library.callbacks = callbacks

-- The user_data of a function, until it is forgotten.
function library.remember(body)
    last_function = last_function + 1
    functions[last_function] = body
    return ffi.cast("void *", last_function)
end

function library.forget(user_data)
    bodies.release[2](user_data)
end

-- How many functions the library may still call.
function library.remembered()
    local count = 0
    for _ in pairs(functions) do count = count + 1 end
    return count
end

-- Raises what a callback has raised. A call that has made something passes it on first, so that nothing is lost: then
-- this is left to the next call.
local function raise()
    local problem = raised
    raised = nil
    if problem then error(problem[1], 0) end
end
library.raise = raise
function library.has_raised() return raised ~= nil end

-- Calls a function of the library. One that calls back must not be compiled: the process would end with "bad callback".
local function invoke(raw, ...)
    return raw(...)
end
jit.off(invoke)
library.invoke = invoke

-- Handles -----------------------------------------------------------------------------------------------------------

-- Nothing that a finalizer calls is compiled. While it closes the state, LuaJIT 2.1 of Debian 12 now and then enters and
-- leaves such a trace forever.
local dropped = {}
local engines = {} -- Boxes of engines that are open, to be closed when the state is.

-- Gives a handle back, once. Where the library did not release it, it is as before.
local function release(box, ...)
    local handle = box.handle
    if handle == nil then return end
    box.handle = nil
    local status = box.release(handle, ...)
    if box.is_engine and status == constants.ERROR_THREAD then -- With any other error it is closed all the same.
        box.handle = handle
    else
        engines[box] = nil
    end
    return status
end

jit.off(release)

-- An engine that cannot be closed inside a callback is left for a later call.
local function release_dropped()
    while inside == 0 and #dropped > 0 do
        local box = table.remove(dropped)
        release(box)
        if box.handle ~= nil then
            table.insert(dropped, 1, box)
            return
        end
    end
end

jit.off(release_dropped)

-- Owns a handle: `released_with` is called with it exactly once, and knows nothing of the object. The handle is in a box
-- that outlives the object, since an object and its anchor are collected in any order.
function library.own(object, handle, released_with, is_engine)
    local box = {handle = handle, release = released_with, is_engine = is_engine}
    jit.off(released_with, true)
    object.box = box
    object.anchor = ffi.gc(ffi.new("char[1]"), function()
        if box.handle ~= nil then dropped[#dropped + 1] = box end
    end)
    if is_engine then engines[box] = true end
    return object
end

jit.off(library.own, true)

-- What gives a handle back that has a function for that.
function library.releaser(raw)
    return function(handle) return invoke(raw, handle) end
end
jit.off(library.releaser, true)

-- Gives an object's handle back now.
function library.close(object, ...)
    release_dropped()
    local status = release(object.box, ...)
    raise()
    return status
end

-- When the state is closed, engines write what they have.
local sentinel = newproxy(true)
local function release_all()
    release_dropped()
    for box in pairs(engines) do release(box) end
end
jit.off(release_all)
getmetatable(sentinel).__gc = release_all
library.sentinel = sentinel

-- kind: what the header calls it, "tally_account"; nil: any.
local function handle(object, name, kind)
    if dropped[1] then release_dropped() end
    if type(object) ~= "table" or not object.box or kind and kind ~= "tally_" .. object.kind:lower() then
        library.misused(name .. ": " .. (kind and kind:gsub("^tally_", "") or "object of this library") ..
            " needed (methods are called with a colon)")
    end
    local held = object.box.handle
    if held == nil then library.fail(constants.ERROR_CLOSED, "this " .. object.kind .. " was closed") end
    return held
end
library.handle = handle

library.release_dropped = release_dropped

return library
