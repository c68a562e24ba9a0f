-- Calls of the library: finding it, one way in and out for all of its functions, handles, errors.
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

function library.message()
    local buffer, length = ffi.new("char[1024]"), ffi.new("size_t[1]")
    C.tally_error_message(buffer, 1024, length)
    return ffi.string(buffer, length[0])
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

-- What goes in ------------------------------------------------------------------------------------------------------

local ranges = {
    int32_t = {-2 ^ 31, 2 ^ 31 - 1}, uint32_t = {0, 2 ^ 32 - 1},
    int64_t = {-2 ^ 53, 2 ^ 53}, uint64_t = {0, 2 ^ 53}, size_t = {0, 2 ^ 53},
}

-- What a call is about has no default: forgotten, it would be 0, which takes a badge away.
local required = {count = true, delta = true, mode = true}

-- 64-bit cdata as a number of a kind, where that is the same number.
local function whole(value, kind, name)
    if not (ffi.istype("int64_t", value) or ffi.istype("uint64_t", value)) then
        error(name .. ": a number is needed, not " .. tostring(ffi.typeof(value)), 0)
    end
    local is_negative = ffi.istype("int64_t", value) and value < 0
    local made = ffi.new(kind, value)
    local fits = ffi.cast("uint64_t", made) == ffi.cast("uint64_t", value)
    if not fits or is_negative ~= (kind:sub(1, 1) == "i" and made < 0) then
        error(name .. ": " .. tostring(value) .. " is no " .. kind, 0)
    end
    return made
end

local function integer(value, kind, name)
    if value == nil and required[name] then error(name .. ": a number is needed, not nil", 0) end
    if value == nil then return 0 end
    if value == true then return 1 end
    if value == false then return 0 end
    if type(value) == "cdata" then return whole(value, kind, name) end
    local range = ranges[kind]
    if type(value) ~= "number" then error(name .. ": a number is needed, not " .. type(value), 0) end
    if value ~= math.floor(value) or value < range[1] or value > range[2] then
        error(name .. ": " .. value .. " is no whole number from " .. range[1] .. " to " .. range[2] ..
            " (beyond 2^53: 64-bit cdata, 5LL or 5ULL)", 0)
    end
    return ffi.cast(kind, value)
end
library.integer = integer

local function text(value, name)
    if value == nil then return nil end
    if type(value) ~= "string" then error(name .. ": a string is needed, not " .. type(value), 0) end
    if value:find("\0", 1, true) then
        library.fail(constants.ERROR_ARGUMENT, name .. ": a text has a NUL in it")
    end
    return value
end
library.text = text

-- kind: what the header calls it, "tally_account"; nil: any.
local function handle(object, name, kind)
    if type(object) ~= "table" or not object.box or kind and kind ~= "tally_" .. object.kind:lower() then
        error(name .. ": " .. (kind and kind:gsub("^tally_", "") or "object of this library") .. " needed", 0)
    end
    local held = object.box.handle
    if held == nil then library.fail(constants.ERROR_CLOSED, "this " .. object.kind .. " was closed") end
    return held
end
library.handle = handle

local layouts = {}
for name, members in pairs(declarations.structs) do
    layouts[name] = {}
    for member, kind in members:gmatch("(%S+) (%S+)") do
        table.insert(layouts[name], {name = member, kind = (kind:gsub(";$", ""))})
    end
end
-- Members that are texts going in are no members that a host sees coming out.
local sized = {}
for name in pairs(layouts) do
    sized[name] = declarations.cdef:match("typedef struct " .. name .. " {%s+uint32_t struct_size;") ~= nil
end

-- A structure of options from a table; what is nil is left out, what is unknown is an error. What must outlive it is
-- in the second result.
function library.structure(name, values)
    if values == nil then return nil end
    local made, kept = ffi.new(name), {}
    if sized[name] then made.struct_size = ffi.sizeof(name) end
    local kinds = {}
    for _, member in ipairs(layouts[name]) do kinds[member.name] = member.kind end
    for key, value in pairs(values) do
        local kind = kinds[key]
        if kind == nil then
            if not pcall(function() return made[key] end) then error(name .. " has no member " .. tostring(key), 0) end
            made[key] = text(value, key) -- A pointer.
            kept[#kept + 1] = value
        elseif ranges[kind] then
            made[key] = integer(value, kind, key)
        else
            made[key] = value
        end
    end
    return made, kept
end

-- What comes out ----------------------------------------------------------------------------------------------------

-- A number as Lua has it where that is exact, below 2^53; else as it is, int64_t or uint64_t.
local function number(value)
    if type(value) ~= "cdata" then return value end
    local converted = tonumber(value)
    if converted > -2 ^ 53 and converted < 2 ^ 53 then return converted end
    return value
end
library.number = number

local booleans = {first = true, in_flight = true, is_smart = true, logged_in = true, missed = true, requested = true}

local function record(value, name, texts)
    local made = {}
    for _, member in ipairs(layouts[name]) do
        local key, kind = member.name, member.kind
        if kind == "text" then
            made[key] = ffi.string(texts + value[key].offset, value[key].length)
        elseif layouts[kind] then
            for inner, content in pairs(record(value[key], kind, texts)) do made[inner] = content end
        elseif booleans[key] then
            made[key] = value[key] ~= 0
        else
            made[key] = number(value[key])
        end
    end
    return made
end
library.record = record

-- A list's memory. limit: how many rows it may have; nil: as many as there are.
local Rows = {}
Rows.__index = Rows

function Rows:make_room(rows, size)
    if self.limit then rows = math.min(rows, self.limit) end
    size = math.max(size, 64 * rows)
    self.entries, self.text = ffi.new(self.kind .. "[?]", rows), ffi.new("char[?]", size)
    self.cell = ffi.new("tally_rows", {ffi.sizeof("tally_rows"), ffi.sizeof(self.kind), self.entries, rows, self.text,
        size})
end

-- After BUFFER_TOO_SMALL the library has said how much one row needs, at least.
function Rows:grow(times)
    local cell = self.cell
    self:make_room(math.max(times * tonumber(cell.capacity), tonumber(cell.count)),
        math.max(times * tonumber(cell.text_capacity), tonumber(cell.text_size)))
end

-- Whether there is less than what is wanted; where there is more, it did not fit.
function Rows:is_short()
    return not self.limit or tonumber(self.cell.count) < self.limit
end

function Rows:records()
    local list = {}
    for row = 0, tonumber(self.cell.count) - 1 do list[row + 1] = record(self.entries[row], self.kind, self.text) end
    return list
end

function library.rows(kind, limit, rows)
    if limit ~= nil and (type(limit) ~= "number" or limit < 1) then
        library.fail(constants.ERROR_ARGUMENT, "limit: a list has room for one row or more")
    end
    local made = setmetatable({kind = kind, limit = limit}, Rows)
    made:make_room(rows or limit and math.min(limit, 1000) or 64, 0)
    return made
end

-- Functions ---------------------------------------------------------------------------------------------------------

local function parse(signature)
    local plan = {size = 0, inputs = {}, outs = {}, buffers = {}, told = {}, positions = {}}
    for part in signature:gmatch("; ([^;]+)") do
        local words = {}
        for word in part:gmatch("%S+") do words[#words + 1] = word end
        local role, name = words[1], words[2]
        local entry = {role = role, name = name, kind = words[3], told = words[4], position = plan.size + 1}
        plan.positions[name] = entry.position
        if role == "list" then
            plan.list = entry
            table.insert(plan.inputs, entry)
        elseif role == "buffer" then
            table.insert(plan.buffers, entry)
        elseif role == "told" then
            table.insert(plan.told, entry)
        elseif role == "out" or role == "made" or role == "filled" then
            plan.makes = plan.makes or role == "made" or name == "out_node" or name == "out_token"
            entry.array = role == "made" and entry.kind .. " *[1]" or entry.kind .. "[1]"
            table.insert(plan.outs, entry)
        else
            table.insert(plan.inputs, entry)
        end
        local pairs_of_two = role == "buffer" or role == "data" or role == "keys"
        plan.size = plan.size + (pairs_of_two and 2 or 1)
    end
    return plan
end

local function put_in(plan, values, kept, given)
    for index, entry in ipairs(plan.inputs) do
        local position, value, role = entry.position, given[index], entry.role
        if role == "handle" then
            values[position] = handle(value, entry.name, entry.kind)
        elseif role == "text" then
            values[position] = text(value, entry.name)
        elseif role == "integer" then
            values[position] = integer(value, entry.kind, entry.name)
        elseif role == "list" then
            kept.rows = library.rows(entry.kind, value)
            values[position] = kept.rows.cell
        elseif role == "data" then
            if value ~= nil and type(value) ~= "string" then error(entry.name .. ": a string is needed", 0) end
            values[position], values[position + 1] = value, value and #value or 0
        elseif role == "keys" then
            local count = value and #value or 0
            local keys = ffi.new("uint64_t[?]", math.max(count, 1))
            for row = 1, count do keys[row - 1] = integer(value[row], "uint64_t", "a key") end
            values[position], values[position + 1] = keys, count
        elseif role == "struct" and type(value) == "table" then
            values[position], kept[#kept + 1] = library.structure(entry.kind, value)
        else
            values[position] = value
        end
    end
end

local function prepare_out(plan, values)
    for _, entry in ipairs(plan.told) do values[entry.position] = ffi.new("size_t[1]") end
    for _, entry in ipairs(plan.outs) do
        local cell = ffi.new(entry.array)
        if entry.role == "filled" and sized[entry.kind] then cell[0].struct_size = ffi.sizeof(entry.kind) end
        values[entry.position] = cell
    end
    for _, entry in ipairs(plan.buffers) do
        values[entry.position], values[entry.position + 1] = ffi.new("char[?]", 512), 512
    end
end

-- Makes room for the size that the call reported. If it reported none, doubles the room.
local function grow(plan, values, rows)
    if rows then
        rows:grow(4)
        values[plan.list.position] = rows.cell
    end
    for _, entry in ipairs(plan.buffers) do
        local capacity = values[entry.position + 1]
        local needed = entry.told ~= "-" and tonumber(values[plan.positions[entry.told]][0]) + 1 or 0
        capacity = needed > capacity and needed or 2 * capacity
        values[entry.position], values[entry.position + 1] = ffi.new("char[?]", capacity), capacity
    end
end

-- Returns texts or bytes, lists, then the rest in the header's order, and last the status.
local function results(plan, values, rows, status)
    local given, count = {}, 0
    local function give(value)
        count = count + 1
        given[count] = value
    end
    for _, entry in ipairs(plan.buffers) do
        give(ffi.string(values[entry.position], values[plan.positions[entry.told]][0]))
    end
    if rows then
        local list = rows:records()
        list.more = status == constants.MORE
        give(list)
    end
    for _, entry in ipairs(plan.outs) do
        local cell = values[entry.position]
        if entry.role == "filled" then
            give(entry.kind == "tally_style" and cell[0] or record(cell[0], entry.kind))
        else
            give(entry.role == "made" and cell[0] or number(cell[0]))
        end
    end
    give(status)
    return unpack(given, 1, count)
end

local function bind(name)
    local signature = declarations.functions["tally_" .. name]
    if not signature then error("the library has no function tally_" .. name, 0) end
    local plan, answers = parse(signature), signature:match("^=(%S+);") == "tally_status"
    local too_small = constants.ERROR_BUFFER_TOO_SMALL
    local is_repeated = name ~= "outbox_lease" -- A second call would not return a leased row again.
    -- Whether to repeat the call with more room.
    local function is_cut(status, rows)
        if status == too_small then return rows or #plan.buffers > 0 end
        return status == constants.MORE and is_repeated and rows and rows:is_short()
    end
    local function call(...)
        if dropped[1] then release_dropped() end
        local values, kept = {}, {}
        put_in(plan, values, kept, {...})
        prepare_out(plan, values)
        local raw = C["tally_" .. name]
        local status = invoke(raw, unpack(values, 1, plan.size))
        local rows = kept.rows
        while answers and is_cut(status, rows) do
            grow(plan, values, rows)
            status = invoke(raw, unpack(values, 1, plan.size))
        end
        if raised and not (plan.makes and answers and status >= 0) then raise() end
        if not answers then return status end
        if status < 0 then library.fail(status, library.message()) end
        return results(plan, values, rows, status)
    end
    return call
end

-- The functions of the header, by their names without `tally_`.
library.call = setmetatable({}, {__index = function(calls, name)
    local call = bind(name)
    rawset(calls, name, call)
    return call
end})

library.release_dropped = release_dropped
library.functions = declarations.functions

return library
