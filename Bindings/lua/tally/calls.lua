-- One way in and out for all functions of the library, by what `declarations` says of their parameters.

local ffi = require("ffi")
local declarations = require("tally.declarations")
local library = require("tally.library")
require("tally.values")

local constants, C, invoke = declarations.constants, library.C, library.invoke
local handle, text, integer, number = library.handle, library.text, library.integer, library.number
local record, sizes, dropped = library.record, declarations.sizes, library.dropped

-- Functions ---------------------------------------------------------------------------------------------------------

local function put_in(plan, values, kept, given)
    for index, entry in ipairs(plan.inputs) do
        local position, value, role = entry.position, given[index], entry.role
        if role == "handle" then
            local is_missing = value == nil and entry.optional
            values[position] = not is_missing and handle(value, entry.name, entry.kind) or nil
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
            local keys = ffi.new("int64_t[?]", math.max(count, 1))
            for row = 1, count do keys[row - 1] = integer(value[row], "int64_t", "a key") end
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
        if entry.role == "filled" and sizes[entry.kind] then cell[0].struct_size = ffi.sizeof(entry.kind) end
        values[entry.position] = cell
    end
    -- Released below; or, if a callback has raised an error, by the garbage collector.
    for _, entry in ipairs(plan.owned) do
        values[entry.position] = ffi.gc(ffi.new("tally_bytes"), C.tally_bytes_release)
    end
    for _, entry in ipairs(plan.buffers) do
        values[entry.position], values[entry.position + 1] = ffi.new("char[?]", 512), 512
    end
end

-- Makes room for the size that the call reported. If it reported none, doubles the room.
local function grow(plan, values, rows)
    if rows then
        rows:grow()
        values[plan.inputs[plan.room].position] = rows.cell
    end
    for _, entry in ipairs(plan.buffers) do
        local capacity = values[entry.position + 1]
        local needed = entry.told and tonumber(values[entry.told][0]) + 1 or 0
        capacity = needed > capacity and needed or 2 * capacity
        values[entry.position], values[entry.position + 1] = ffi.new("char[?]", capacity), capacity
    end
end

-- A copy of bytes that the library has allocated, which are released, also if there is no memory for the copy.
local function owned(cell)
    local ok, content = pcall(ffi.string, cell.data, cell.size)
    C.tally_bytes_release(ffi.gc(cell, nil))
    if not ok then error(content, 0) end
    return content
end

-- Returns texts or bytes, lists, then the rest in the header's order, and last the status.
local function results(plan, values, rows, status)
    local given, count = {}, 0
    local function give(value)
        count = count + 1
        given[count] = value
    end
    for _, entry in ipairs(plan.buffers) do
        give(ffi.string(values[entry.position], entry.told and values[entry.told][0]))
    end
    for _, entry in ipairs(plan.owned) do
        give(owned(values[entry.position]))
    end
    if rows then
        local list = rows:records()
        list.more, list.next = status == constants.MORE, rows:following()
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

-- The rows that one call writes at most; and those that the first call writes of a list that is wanted whole, because
-- most lists are shorter.
local MOST_ROWS, FIRST_ROWS = 10000, 1000

-- How often a list is read that is to be of one moment.
local ATTEMPTS = 10

-- A list that continues, call by call, until it has as many rows as are wanted. A list with a revision is read again if
-- its parts are of several moments. If that does not end, it has the revision of its first part.
local function in_pages(call, plan)
    local function with_room(given, rows)
        if type(rows) == "number" then rows = math.min(rows, MOST_ROWS) end
        given[plan.room] = rows
        return {call(unpack(given, 1, #plan.inputs))}
    end
    local function once(given)
        local limit, is_of_one_moment = given[plan.room], true
        local found = with_room(given, limit or FIRST_ROWS)
        if not limit and found[1].more then found = with_room(given, MOST_ROWS) end
        local list = found[1]
        while list.more and (not limit or #list < limit) do
            given[plan.after] = list.next
            local rest = with_room(given, limit and limit - #list or MOST_ROWS)
            for _, row in ipairs(rest[1]) do list[#list + 1] = row end
            -- Between the list and the status there is the revision, if there is one.
            is_of_one_moment = is_of_one_moment and (#found == 2 or found[2] == rest[2])
            list.more, list.next, found[#found] = rest[1].more, rest[1].next, rest[#rest]
        end
        return found, is_of_one_moment
    end
    return function(...)
        local found, is_of_one_moment
        for _ = 1, ATTEMPTS do
            found, is_of_one_moment = once{...}
            if is_of_one_moment then break end
        end
        return unpack(found)
    end
end

local function bind(name)
    local plan = declarations.functions["tally_" .. name]
    if not plan then error("the library has no function tally_" .. name, 0) end
    local answers, too_small = plan.answers, constants.ERROR_BUFFER_TOO_SMALL
    local function call(...)
        if dropped[1] then library.release_dropped() end
        local values, kept = {}, {}
        put_in(plan, values, kept, {...})
        prepare_out(plan, values)
        local raw = C["tally_" .. name]
        local status = invoke(raw, unpack(values, 1, plan.size))
        local rows = kept.rows
        while answers and status == too_small and (rows or #plan.buffers > 0) do
            grow(plan, values, rows)
            status = invoke(raw, unpack(values, 1, plan.size))
        end
        if library.has_raised() and not (plan.makes and answers and status >= 0) then library.raise() end
        if not answers then return status end
        if status < 0 then library.fail(status, library.message()) end
        return results(plan, values, rows, status)
    end
    return plan.room and plan.after and in_pages(call, plan) or call
end

-- The functions of the header, by their names without `tally_`.
library.call = setmetatable({}, {__index = function(calls, name)
    local call = bind(name)
    rawset(calls, name, call)
    return call
end})

return library
