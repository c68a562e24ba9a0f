-- Batches of operations on one account, by paths and by nodes.

local library = require("tally.library")
local operations = require("tally.operations")
local support = require("tally.support")

local tally = {}

local Batch = support.Batch

-- Operations that are applied together, as often as one likes. See Account:batch.
function tally.batch() return operations.begin(Batch, {}) end

-- Gives each operation another value.
function Batch:set_values(values)
    assert(#values == self.count, "as many values as operations are needed")
    local checked = {}
    for row = 1, self.count do checked[row] = library.integer(values[row], "int64_t", "value") end
    for row = 1, self.count do self.operations[row - 1].value = checked[row] end
    return self
end

return tally
