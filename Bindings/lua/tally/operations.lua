-- Operations in the memory of the library, which batches and items have.

local ffi = require("ffi")
local declarations = require("tally.declarations")
local library = require("tally.calls")
local support = require("tally.support")

local constants = library.constants
local operations = {}

-- What the value of an operation is called. It has no default: forgotten, it would be 0, which takes a badge away.
local valued = {[constants.OP_SET] = "count", [constants.OP_ADD] = "delta", [constants.OP_MUTE] = "mode"}

-- Makes an object of a class without operations.
function operations.begin(class, members)
    members.operations, members.capacity = ffi.new("tally_operation[?]", 16), 16
    members.count, members.kept = 0, {}
    return setmetatable(members, class)
end

local function make_room(self)
    if self.count < self.capacity then return end
    local larger = ffi.new("tally_operation[?]", 2 * self.capacity)
    ffi.copy(larger, self.operations, self.count * ffi.sizeof("tally_operation"))
    self.operations, self.capacity = larger, 2 * self.capacity
end

-- The members that few operations have: id, flags, and the options of a message or a reminder.
local function with_members(operation, members, kept)
    for name, value in pairs(members) do
        if type(value) == "table" then
            local structure, texts = library.structure("tally_" .. name .. "_options", value)
            operation[name], kept[#kept + 1], kept[#kept + 2] = structure, structure, texts
        elseif name == "id" then
            operation.id, kept[#kept + 1] = library.text(value, "id"), value
        else
            operation[name] = value
        end
    end
end

-- Appends an operation of any kind. where: a path, or a node in a batch. value: the count, the delta or the mute.
-- members: others of tally_operation.
local function append(self, kind, where, value, expiry, members)
    make_room(self)
    value = library.integer(value, "int64_t", valued[kind] or "value")
    expiry = library.integer(expiry, "int64_t", "until")
    local is_node = getmetatable(where) == support.Node
    local path, kept = not is_node and library.text(where, "path") or nil, {where}
    local operation = self.operations[self.count]
    ffi.fill(operation, ffi.sizeof("tally_operation"))
    operation.kind, operation.status, operation.value = kind, constants.ERROR_NOT_APPLIED, value
    operation["until"], operation.path, operation.node = expiry, path, is_node and where.number or 0
    if members then with_members(operation, members, kept) end
    self.count = self.count + 1
    self.kept[self.count] = kept -- What the library reads is kept as long as the operations.
    return self
end

-- The result of each operation when they were last applied, also if some were rejected: a tally.OperationResult.
local function results(self)
    local made = {}
    for row = 1, self.count do
        made[row] = {}
        for _, name in ipairs(declarations.results) do
            made[row][name] = library.number(self.operations[row - 1][name])
        end
    end
    return made
end

for _, class in ipairs{support.Batch, support.Item} do class.append, class.results = append, results end

return operations
