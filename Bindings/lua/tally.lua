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
local library = require("tally.calls")
local support = require("tally.support")
local items = require("tally.items")
local batch = require("tally.batch")

local call, C, Engine = library.call, library.C, support.Engine
for _, part in ipairs{"functions", "events", "scope", "account"} do require("tally." .. part) end
for _, part in ipairs{"engine", "account", "node", "feed", "snapshot", "scope", "messages", "groups", "outbox",
    "reminders", "feeds", "operations"} do
    require("tally.methods." .. part)
end

local tally = require("tally.methods.functions")
for name, value in pairs(library.constants) do tally[name] = value end
for _, kind in ipairs{"Engine", "Account", "Scope", "Feed", "Node", "Snapshot", "Batch", "Item"} do
    tally[kind] = support[kind]
end
tally.Error, tally.batch = library.Error, batch.batch

-- An item of Engine:batch: `tally.item("ann", {id = "1"}):add("chat.bo", 1)`.
tally.item = items.item

-- The name of a status, "TALLY_HELD".
tally.status_name = library.status_name

-- Describes a status in an English sentence, without the details of a call.
function tally.status_message(status) return ffi.string(C.tally_status_message(status)) end

function tally.version() return ffi.string(C.tally_version_text()) end
-- As a number: major * 1,000,000 + minor * 1,000 + patch.
function tally.version_number() return C.tally_version() end

-- Engine ------------------------------------------------------------------------------------------------------------

local engine_flags = {host_driven = tally.ENGINE_HOST_DRIVEN, set_aside = tally.ENGINE_SET_ASIDE,
    vacuum = tally.ENGINE_VACUUM}

local callbacks = {"clock", "log", "zone_file"}

-- Opens an engine. options: the name of its file, or a table with the members of tally_engine_options (`file`, `durability`, limits, `zone`, …), and
-- host_driven, set_aside, vacuum: true. Only with host_driven: clock, a function that returns two clocks in
-- milliseconds; log, a function of a level and a text; zone_file, a function that returns a zone's TZif file. None of
-- them may call the library.
---@param options? tally.EngineOptions|string
---@return tally.Engine
function tally.open(options)
    options = type(options) == "string" and {file = options} or options or {}
    if type(options) ~= "table" then library.misused("options: a table or a file's name is needed, not " .. type(options)) end
    if not options.host_driven and (options.clock or options.log or options.zone_file) then
        library.fail(tally.ERROR_UNSUPPORTED, "clock, log and zone_file need host_driven: else the library calls " ..
            "them from a thread of its own, which LuaJIT does not permit")
    end
    local members = support.members(options, engine_flags)
    for _, name in ipairs(callbacks) do members[name] = nil end
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
    local engine = setmetatable({scopes = {}, observers = {}, stepped = {}, kept = kept,
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
        for number in pairs(self.observers) do self.observers[number] = nil end
        self.scopes, self.stepped = {}, {}
    end
    if message then library.fail(status, message) end
end

-- Applies items to many accounts, in one transaction: OK, PARTIAL (some were rejected) or ALREADY_APPLIED. Each item
-- has its `status` and `results()`, also if this raises. options: source, epoch, position, aggregation, feeding.
function Engine:batch(list, options)
    local rows = items.rows(list)
    local ok, status = pcall(call.engine_batch, self, rows, #list, options or {})
    for row, item in ipairs(list) do item.status = rows[row - 1].status end
    if not ok then error(status, 0) end
    return status
end

-- Imports accounts and sources, in one transaction. Each import has `bytes`, and an `account`; a source has none.
-- Returns the status of each: a rejected one does not undo the others. options: replace.
function Engine:import(list, options)
    local rows = items.imports(list)
    call.engine_import(self, rows, #list, support.flag(options and options.replace, tally.IMPORT_REPLACE))
    return items.statuses(list, rows)
end

tally.shown = library.shown

-- All functions of the header, for what has no word here: arguments in as in the header, results as README.md says.
tally.call = call

-- A constant that does not exist would be nil, which no event and no badge has.
return setmetatable(tally, {__index = function(_, name)
    if type(name) == "string" and name:match("^%u[%u%d]*_[%u%d_]+$") then error("tally has no constant " .. name, 2) end
end})
