-- What the functions of functions.lua share: the call itself, what goes in and comes out, and lists that continue.

local ffi = require("ffi")
local declarations = require("tally.declarations")
local library = require("tally.library")
require("tally.values")

local constants, C = declarations.constants, library.C

-- What goes in ------------------------------------------------------------------------------------------------------

function library.data(value, name)
    if value ~= nil and type(value) ~= "string" then library.misused(name .. ": a string is needed") end
    return value
end

-- The numbers of messages.
function library.packed(keys)
    local count = keys and #keys or 0
    local made = ffi.new("int64_t[?]", math.max(count, 1))
    for row = 1, count do made[row - 1] = library.integer(keys[row], "int64_t", "a key") end
    return made
end

-- What comes out ----------------------------------------------------------------------------------------------------

local types = setmetatable({}, {__index = function(made, kind) -- Each is parsed once.
    made[kind] = ffi.typeof(kind .. "[1]")
    return made[kind]
end})

function library.cell(kind)
    return types[kind]()
end

function library.filled(kind)
    local made = types[kind]()
    if declarations.sizes[kind] then made[0].struct_size = ffi.sizeof(kind) end
    return made
end

-- Memory for a text and its length. If the library does not say how much it needs, it is doubled.
local Buffer, characters, size = {}, ffi.typeof("char[?]"), ffi.typeof("size_t[1]")
Buffer.__index = Buffer

function library.new_buffer()
    return setmetatable({bytes = characters(512), capacity = 512, length = size()}, Buffer)
end

function Buffer:grow()
    local needed = tonumber(self.length[0]) + 1
    self.capacity = needed > self.capacity and needed or 2 * self.capacity
    self.bytes = characters(self.capacity)
end

function Buffer:text()
    return ffi.string(self.bytes, self.length[0] > 0 and self.length[0] or nil)
end

-- Memory for bytes that the library allocates. They are released by `content`; or, if a callback has raised an error,
-- by the garbage collector.
function library.owned()
    return ffi.gc(ffi.new("tally_bytes"), C.tally_bytes_release)
end

-- A copy of the bytes, which are released, also if there is no memory for the copy.
function library.content(cell)
    local ok, content = pcall(ffi.string, cell.data, cell.size)
    C.tally_bytes_release(ffi.gc(cell, nil))
    if not ok then error(content, 0) end
    return content
end

function library.page_of(rows, status)
    local list = rows:records()
    list.more, list.next = status == constants.MORE, rows:following()
    return list
end

-- Calls -------------------------------------------------------------------------------------------------------------

-- Returns the status of a call, and raises an error if it failed. makes: the object that the call has made is returned
-- first, and the next call raises what a callback has raised.
local function finish(status, makes)
    if library.has_raised() and not (makes and status >= 0) then library.raise() end
    if status < 0 then library.fail(status, library.message()) end
    return status
end
library.finish = finish

-- Calls the function until all fits into a buffer, or into the memory of a list.
function library.repeated(room, call, makes)
    local status = call()
    while status == constants.ERROR_BUFFER_TOO_SMALL do
        room:grow()
        status = call()
    end
    return finish(status, makes)
end

-- The rows that one call writes at most; and those that the first call writes of a list that is wanted whole, because
-- most lists are shorter.
local MOST_ROWS, FIRST_ROWS = 10000, 1000

-- How often a list is read that is to be of one moment.
local ATTEMPTS = 10

-- A list that continues, until it has as many rows as are wanted, and whether its parts have the same revision.
local function whole(after, limit, call)
    local function part(place, rows)
        return {call(place, type(rows) == "number" and math.min(rows, MOST_ROWS) or rows)}
    end
    local found, is_of_one_moment = part(after, limit or FIRST_ROWS), true
    if not limit and found[1].more then found = part(after, MOST_ROWS) end
    local list = found[1]
    while list.more and (not limit or #list < limit) do
        local rest = part(list.next, limit and limit - #list or MOST_ROWS)
        for _, row in ipairs(rest[1]) do list[#list + 1] = row end
        -- Between the list and the status there is the revision, if there is one.
        is_of_one_moment = is_of_one_moment and (#found == 2 or found[2] == rest[2])
        list.more, list.next, found[#found] = rest[1].more, rest[1].next, rest[#rest]
    end
    return found, is_of_one_moment
end

-- A list with a revision is read again if its parts are of several moments. If that does not end, it has the revision
-- of its first part. `call` makes a call, with a place and a number of rows.
function library.in_pages(after, limit, call)
    local found, is_of_one_moment
    for _ = 1, ATTEMPTS do
        found, is_of_one_moment = whole(after, limit, call)
        if is_of_one_moment then break end
    end
    return unpack(found)
end

-- The functions of the header, by their names without `tally_`: see functions.lua.
library.call = setmetatable({}, {__index = function(_, name)
    error("the library has no function tally_" .. tostring(name), 0)
end})

return library
