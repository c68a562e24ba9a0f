-- Values on their way into the library, and out of it.

local bit = require("bit")
local ffi = require("ffi")
local declarations = require("tally.declarations")
local library = require("tally.library")

local constants = declarations.constants

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
        library.misused(name .. ": a number is needed, not " .. tostring(ffi.typeof(value)))
    end
    local is_negative = ffi.istype("int64_t", value) and value < 0
    local made = ffi.new(kind, value)
    local fits = ffi.cast("uint64_t", made) == ffi.cast("uint64_t", value)
    if not fits or is_negative ~= (kind:sub(1, 1) == "i" and made < 0) then
        library.misused(name .. ": " .. tostring(value) .. " does not fit into " .. kind)
    end
    return made
end

local function integer(value, kind, name)
    if value == nil and required[name] then library.misused(name .. ": a number is needed, not nil") end
    if value == nil then return 0 end
    if value == true then return 1 end
    if value == false then return 0 end
    if type(value) == "cdata" then return whole(value, kind, name) end
    local range = ranges[kind]
    if type(value) ~= "number" then library.misused(name .. ": a number is needed, not " .. type(value)) end
    if value ~= math.floor(value) or value < range[1] or value > range[2] then
        library.misused(name .. ": " .. value .. " is not a whole number" ..
            (" from %.0f to %.0f"):format(range[1], range[2]) .. " (beyond 2^53: 64-bit cdata, 5LL or 5ULL)")
    end
    return ffi.cast(kind, value)
end
library.integer = integer

local function text(value, name)
    if value == nil then return nil end
    if type(value) ~= "string" then library.misused(name .. ": a string is needed, not " .. type(value)) end
    if value:find("\0", 1, true) then
        library.fail(constants.ERROR_ARGUMENT, name .. ": a text has a NUL in it")
    end
    return value
end
library.text, library.string_of = text, text

local layouts = declarations.structs

-- A structure of options from a table; what is nil is left out, what is unknown is an error. What must outlive it is
-- in the second result.
function library.structure(name, values)
    if values == nil then return nil end
    local made, kept = ffi.new(name), {}
    for member, kind in pairs(declarations.sizes[name] or {}) do made[member] = ffi.sizeof(kind) end
    if declarations.fields[name] and not values.fields then
        local fields = 0
        for key in pairs(values) do fields = bit.bor(fields, declarations.fields[name][key] or 0) end
        made.fields = fields
    end
    local kinds = {}
    for _, member in ipairs(layouts[name]) do kinds[member.name] = member.kind end
    for key, value in pairs(values) do
        local kind = kinds[key]
        if kind == nil then
            if not pcall(function() return made[key] end) then library.misused("there is no option " .. tostring(key)) end
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

local pointed_to = setmetatable({}, {__mode = "k"})

-- An argument: a structure from a table, which keeps what it points to; anything else is passed on.
function library.argument(name, value)
    if type(value) ~= "table" then return value end
    local made, kept = library.structure(name, value)
    pointed_to[made] = kept
    return made
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

-- Describes what a badge or an event of one shows: "dot", its number, or "nothing".
function library.shown(badge)
    local kind = badge.badge_kind or badge.kind -- Of an event `kind` is its subject.
    if kind == constants.KIND_NONE then return "nothing" end
    return kind == constants.KIND_DOT and "dot" or (tostring(badge.count):gsub("U?LL$", ""))
end

-- How records print.
local printed = {
    tally_badge = {__tostring = library.shown},
    tally_badge_entry = {__tostring = function(entry) return entry.path .. " " .. library.shown(entry) end},
    tally_event = {__tostring = function(event) return event.text .. " " .. library.shown(event) end},
}

local function record(value, name, texts)
    local made = setmetatable({}, printed[name])
    for _, member in ipairs(layouts[name]) do
        local key, kind = member.name, member.kind
        if kind == "text" then
            made[key] = ffi.string(texts + value[key].offset, value[key].length)
        elseif layouts[kind] then
            for inner, content in pairs(record(value[key], kind, texts)) do made[inner] = content end
        elseif declarations.booleans[key] then
            made[key] = value[key] ~= 0
        else
            made[key] = number(value[key])
        end
    end
    return made
end
library.record = record

-- A list's memory. limit: how many rows the call may write; nil: those that belong together, however many.
local Rows = {}
Rows.__index = Rows

function Rows:make_room(rows, size)
    self.entries, self.text = ffi.new(self.kind .. "[?]", rows), ffi.new("char[?]", size)
    self.cell = ffi.new("tally_rows", {ffi.sizeof("tally_rows"), ffi.sizeof(self.kind), self.entries, rows, self.text,
        size})
end

-- After BUFFER_TOO_SMALL the library has said how much the call needs. If it says nothing, the room is doubled.
function Rows:grow()
    local rows, size = tonumber(self.cell.capacity), tonumber(self.cell.text_capacity)
    local count, text_size = tonumber(self.cell.count), tonumber(self.cell.text_size)
    local times = (count > rows or text_size > size) and 1 or 2
    self:make_room(math.max(times * rows, count), math.max(times * size, text_size))
end

function Rows:records()
    local list = {}
    for row = 0, tonumber(self.cell.count) - 1 do list[row + 1] = record(self.entries[row], self.kind, self.text) end
    return list
end

-- The text that continues the list, copied from the list's memory; nil: there are no more rows, or the list has no pages.
function Rows:following()
    return self.cell.next ~= nil and ffi.string(self.cell.next) or nil
end

function library.rows(kind, limit, rows)
    if limit ~= nil and (type(limit) ~= "number" or limit < 1) then
        library.fail(constants.ERROR_ARGUMENT, "limit: a list has room for one row or more")
    end
    local made = setmetatable({kind = kind}, Rows)
    rows = rows or limit and math.min(limit, 10000) or 64
    made:make_room(rows, 64 * rows)
    return made
end

return library
