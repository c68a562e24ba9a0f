-- Batches of operations on one account, by paths and by nodes.

local ffi = require("ffi")
local library = require("tally.library")
local support = require("tally.support")

local constants, Node = library.constants, support.Node
local tally = {}

local Batch = support.Batch

-- Operations that are applied together, all or none, as often as one likes.
function tally.batch()
    return setmetatable({operations = ffi.new("tally_operation[?]", 16), capacity = 16, count = 0, kept = {}}, Batch)
end

local valued = {[constants.OP_SET] = "count", [constants.OP_ADD] = "delta", [constants.OP_MUTE] = "mode"}

-- One operation. where: a path or a node. value: the count, the delta or the mute.
function Batch:append(kind, where, value, expiry)
    if self.count == self.capacity then
        local larger = ffi.new("tally_operation[?]", 2 * self.capacity)
        ffi.copy(larger, self.operations, self.count * ffi.sizeof("tally_operation"))
        self.operations, self.capacity = larger, 2 * self.capacity
    end
    value = library.integer(value, "int64_t", valued[kind] or "value")
    expiry = library.integer(expiry, "int64_t", "until")
    local is_node = getmetatable(where) == Node
    local path, operation = not is_node and library.text(where, "path") or nil, self.operations[self.count]
    operation.kind, operation.value, operation["until"] = kind, value, expiry
    operation.path, operation.node = path, is_node and where.number or 0
    self.count = self.count + 1
    self.kept[self.count] = where -- What the library reads is kept as long as the batch.
    return self
end

-- Gives each operation another value.
function Batch:set_values(values)
    assert(#values == self.count, "as many values as operations are needed")
    local checked = {}
    for row = 1, self.count do checked[row] = library.integer(values[row], "int64_t", "value") end
    for row = 1, self.count do self.operations[row - 1].value = checked[row] end
    return self
end

-- The result of each operation: status, count, badge_kind.
function Batch:results()
    local made = {}
    for row = 1, self.count do
        local operation = self.operations[row - 1]
        made[row] = {status = operation.status, count = library.number(operation.count),
            badge_kind = operation.badge_kind}
    end
    return made
end

local NodeBatch = support.NodeBatch

-- Operations on nodes, for Account:apply_nodes: the fastest way to change many badges. A batch can be applied again.
function tally.node_batch()
    return setmetatable({operations = ffi.new("tally_node_operation[?]", 16), capacity = 16, count = 0,
        nodes = {}}, NodeBatch)
end

-- One operation on a node. value: the count, the delta or the mute. A mute has no end here.
function NodeBatch:append(kind, node, value)
    if getmetatable(node) ~= Node then error("node: a Node is needed, not " .. type(node), 0) end
    value = library.integer(value, "int64_t", valued[kind] or "value")
    if self.count == self.capacity then
        local larger = ffi.new("tally_node_operation[?]", 2 * self.capacity)
        ffi.copy(larger, self.operations, self.count * ffi.sizeof("tally_node_operation"))
        self.operations, self.capacity = larger, 2 * self.capacity
    end
    local operation = self.operations[self.count]
    operation.kind, operation.node, operation.value, operation.status = kind, node.number, value, constants.OK
    self.count = self.count + 1
    self.nodes[self.count] = node -- A node is released when nothing refers to it any more.
    return self
end

-- The result of each operation: status, and count and badge_kind of a get.
function NodeBatch:results()
    local made = {}
    for row = 1, self.count do
        local operation = self.operations[row - 1]
        local value = operation.kind == constants.OP_GET and operation.status == constants.OK and
            library.number(operation.value) or -1
        made[row] = {status = operation.status, count = math.max(value, 0),
            badge_kind = value > 0 and constants.KIND_NUMBER or value == 0 and constants.KIND_DOT or constants.KIND_NONE}
    end
    return made
end

return tally
