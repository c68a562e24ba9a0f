-- Accounts and nodes, as far as the header does not say it: lifetimes, changes, batches.

local ffi = require("ffi")
local library = require("tally.calls")
local support = require("tally.support")

local call, constants, C = library.call, library.constants, library.C
local Account, Feed, Node = support.Account, support.Feed, support.Node

-- Releases the account and its nodes.
function Account:close()
    for node in pairs(self.nodes) do node:close() end
    library.close(self)
end

-- Reads the changes since a revision, into the same memory each time. changes.poll() returns a list. If the library no
-- longer keeps these changes, `resync` is set: list everything, and set `revision` to the list's.
function Account:changes(since, epoch, capacity)
    local changes = {revision = since or self:state().revision, epoch = epoch or 0}
    local rows = library.rows("tally_badge_entry", nil, math.max(capacity or 256, 1))
    local revision = ffi.new("uint64_t[1]")
    changes.rows = rows
    function changes.read() -- As many as fit; with the status MORE, read again.
        library.raise() -- What a callback raised in the last call: that one's changes are not lost.
        local status = library.repeated(rows, function()
            return library.invoke(C.tally_badge_changes, library.handle(self), changes.revision, changes.epoch,
                rows.cell, revision)
        end, true)
        changes.resync = status == constants.RESYNC
        if changes.resync then return {}, status end
        changes.revision = library.number(revision[0])
        return rows:records(), status
    end
    function changes.poll()
        local changed, status = changes.read()
        while status == constants.MORE do
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

-- Applies a batch, all or none. options: source, epoch, position, id. Gives the revision, and OK or ALREADY_APPLIED.
-- each = true performs each operation on its own, which is the fastest way to change many badges by their nodes. This
-- raises the error of the first rejected one, after the others were performed.
function Account:batch(batch, options)
    if getmetatable(batch) ~= support.Batch then library.misused("batch: a batch is needed, not " .. type(batch)) end
    return call.badge_batch(self, batch.operations, batch.count, support.members(options, {each = constants.BATCH_EACH}))
end

function Account:node(path)
    local number = call.node_resolve(self, path)
    local node, account = setmetatable({account = self, number = number}, Node), self
    self.nodes[node] = true
    return library.own(node, number, function(resolved) -- It keeps the account until then.
        if account.box.handle ~= nil then library.invoke(C.tally_node_release, account.box.handle, resolved) end
    end)
end

-- Asks now; completes exactly once, with an event COMPLETION, for which `completed` is called.
function Feed:refresh_now(completed)
    local forget
    local function once(event)
        forget()
        completed(event)
    end
    local token = call.feed_refresh_now(self, support.callback(completed and once))
    if completed then forget = support.keep(self.account.engine, once) end
    return token
end
