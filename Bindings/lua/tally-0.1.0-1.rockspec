package = "tally"
version = "0.1.0-1"
source = {
    url = "git+file://.",
    dir = "Bindings/lua",
}
description = {
    summary = "Tally, an embeddable engine for unread badges",
    detailed = "For LuaJIT: by its ffi, on libtally.so.0, which is installed by itself.",
    license = "Apache-2.0",
}
dependencies = {
    "lua == 5.1",
}
build = {
    type = "builtin",
    modules = {
        tally = "tally.lua",
        ["tally.library"] = "tally/library.lua",
        ["tally.values"] = "tally/values.lua",
        ["tally.calls"] = "tally/calls.lua",
        ["tally.functions"] = "tally/functions.lua",
        ["tally.support"] = "tally/support.lua",
        ["tally.events"] = "tally/events.lua",
        ["tally.scope"] = "tally/scope.lua",
        ["tally.account"] = "tally/account.lua",
        ["tally.operations"] = "tally/operations.lua",
        ["tally.batch"] = "tally/batch.lua",
        ["tally.items"] = "tally/items.lua",
        ["tally.declarations"] = "tally/declarations.lua",
        ["tally.methods.engine"] = "tally/methods/engine.lua",
        ["tally.methods.account"] = "tally/methods/account.lua",
        ["tally.methods.node"] = "tally/methods/node.lua",
        ["tally.methods.feed"] = "tally/methods/feed.lua",
        ["tally.methods.snapshot"] = "tally/methods/snapshot.lua",
        ["tally.methods.scope"] = "tally/methods/scope.lua",
        ["tally.methods.messages"] = "tally/methods/messages.lua",
        ["tally.methods.groups"] = "tally/methods/groups.lua",
        ["tally.methods.outbox"] = "tally/methods/outbox.lua",
        ["tally.methods.reminders"] = "tally/methods/reminders.lua",
        ["tally.methods.feeds"] = "tally/methods/feeds.lua",
        ["tally.methods.functions"] = "tally/methods/functions.lua",
        ["tally.methods.operations"] = "tally/methods/operations.lua",
        ["tally.types"] = "tally/types.lua", -- For language servers.
    },
}
