-- What the methods share: the classes, flags and options of tables, lists, and objects that a call made.

local bit = require("bit")
local declarations = require("tally.declarations")
local library = require("tally.calls")

local constants, C = library.constants, library.C
local support = {constants = constants, call = library.call}

local function class(kind)
    local made = {kind = kind}
    made.__index = made
    made.closed = function(object) return object.box.handle == nil end
    made.__tostring = function(object) return "tally." .. kind .. (object.name and ' "' .. object.name .. '"' or "") end
    support[kind] = made
end

for _, kind in ipairs{"Engine", "Account", "Scope", "Feed", "Node", "Snapshot", "Batch", "Item"} do
    class(kind)
end
support.Feed.close = library.close
support.Node.close = library.close
support.Snapshot.close = library.close

-- Flags and options --------------------------------------------------------------------------------------------------

function support.flag(condition, value)
    return condition and value or 0
end

-- Returns flags from a table of options. An unknown option is an error.
function support.flags_of(options, known)
    local flags = 0
    for name, value in pairs(options or {}) do
        if not known[name] then library.misused("there is no option " .. tostring(name)) end
        flags = flags + support.flag(value, known[name])
    end
    return flags
end

-- The options for messages: without a path, all of them are meant.
function support.everything(path, options)
    if path ~= nil or options and options.subtree ~= nil then return options end
    local given = {subtree = true}
    for name, value in pairs(options or {}) do given[name] = value end
    return given
end

-- The members of a structure, of a table that may have flags as members that are true.
function support.members(options, known)
    local members, flags = {}, options and options.flags or 0
    for name, value in pairs(options or {}) do
        if known[name] then
            flags = bit.bor(flags, support.flag(value, known[name]))
        else
            members[name] = value
        end
    end
    members.flags = flags
    return members
end

-- A style: a table with the members that are not inherited.
function support.style_of(icon, told_style)
    local style = {}
    for name, value in pairs(declarations.fields.tally_style) do
        if bit.band(told_style.fields, value) ~= 0 then
            style[name] = name == "icon" and icon or name ~= "icon" and library.number(told_style[name])
        end
    end
    return style
end

-- A badge to draw: a record, or a table with kind and count.
function support.badge(badge)
    return {kind = badge.kind, count = badge.count}
end

-- Lists -------------------------------------------------------------------------------------------------------------

-- All rows of a list that comes in pages: `page(after, limit)`.
function support.pages(page)
    local list, row = nil, 0
    return function()
        list, row = list or page(nil, 1000), row + 1
        if row > #list and list.more then list, row = page(list.next, 1000), 1 end
        return list[row]
    end
end

function support.names_of(list, status)
    for row, entry in ipairs(list) do list[row] = entry.name end
    return list, status
end

-- A list, and as its `revision` the one that it shows. Pages with the same `revision` are of one moment.
function support.revised(entries, revision)
    entries.revision = revision
    return entries
end

-- Leases `limit` rows, for `lease(rows)` may return fewer, where their texts did not fit. `more`: others may be due.
function support.leased(lease, limit)
    local list, status = lease(limit)
    while status == constants.MORE and #list < limit do
        local more
        more, status = lease(limit - #list)
        for _, entry in ipairs(more) do list[#list + 1] = entry end
    end
    list.more = status == constants.MORE
    return list, status
end

-- A record, and a text that is a member of it.
function support.with_text(member, text, record)
    record[member] = text
    return record
end

-- Objects -----------------------------------------------------------------------------------------------------------

function support.opened(engine, name, handle)
    return library.own(setmetatable({engine = engine, name = name, nodes = setmetatable({}, {__mode = "k"})},
        support.Account), handle, library.releaser(C.tally_account_release))
end

function support.found(engine, handle)
    local account = support.opened(engine, nil, handle)
    account.name = account:state().name
    return account
end

-- The name of a feed; empty if there is none, which the library then reports.
function support.feed_name(account, id)
    for entry in account:feeds() do
        if entry.id == id then return entry.name end
    end
    return ""
end

function support.feed(account, name, handle)
    return library.own(setmetatable({account = account, name = name}, support.Feed), handle,
        library.releaser(C.tally_feed_release))
end

function support.snapshot(handle)
    return library.own(setmetatable({}, support.Snapshot), handle, library.releaser(C.tally_snapshot_release))
end

-- The account of a node that is open.
function support.account_of(node)
    if node.box.handle == nil then library.fail(constants.ERROR_STALE_HANDLE, "this Node was closed") end
    return node.account
end

return support
