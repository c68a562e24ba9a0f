-- Scopes: observers, views and widgets.

local ffi = require("ffi")
local library = require("tally.calls")
local support = require("tally.support")

local call, C, constants = library.call, library.C, support.constants
local Engine, Scope = support.Engine, support.Scope

-- The library knows observers and widgets by a callback and a number, which is that of the function or the widget: so
-- the same function at the same path is no second observer. An engine keeps what observes, by these numbers.
local identities, last_identity = setmetatable({}, {__mode = "k"}), 0

local function identity(object)
    if not identities[object] then
        last_identity = last_identity + 1
        identities[object] = last_identity
    end
    return identities[object]
end

local function forget(observers, number, count)
    local known = observers[number]
    if not known then return end
    known.count = known.count - count
    if known.count == 0 then observers[number] = nil end
end

-- The arguments of a function that observes: the callback, its user_data, and nothing that releases it.
function support.callback(observer, kind)
    if not observer then return nil, nil, nil end
    return library.callbacks[kind or "event"], ffi.cast("void *", identity(observer)), nil
end

-- Keeps an observer, or a widget, that a call has added. Returns a function that forgets it.
function support.keep(engine, object)
    local number, observers = identity(object), engine.observers
    local known = observers[number] or {object = object, count = 0}
    known.count, observers[number] = known.count + 1, known
    return function() forget(observers, number, 1) end
end

-- A scope holds observers, views and widgets; closing it removes all of them.
function Engine:scope()
    local handle = call.scope_open(self)
    local observers, tokens = self.observers, {}
    local scope = library.own(setmetatable({engine = self, tokens = tokens}, Scope), handle, function(scope_handle)
        for token, kept in pairs(tokens) do
            forget(observers, kept.number, kept.count)
            tokens[token] = nil
        end
        library.invoke(C.tally_scope_close, scope_handle)
    end)
    self.scopes[scope] = true
    return scope
end

function Scope:close()
    self.engine.scopes[self] = nil
    library.close(self)
end

function support.observing(scope, token, observer)
    if observer then
        local kept = scope.tokens[tostring(token)] or {number = identity(observer), count = 0}
        kept.count, scope.tokens[tostring(token)] = kept.count + 1, kept
        support.keep(scope.engine, observer)
    end
    return token
end

-- Removes an observer, or unbinds a widget: afterwards it is never called again. Ends a view, too. An observer that was
-- added twice stays until it is removed twice.
function Scope:unobserve(token)
    call.unobserve(self, token)
    local kept = self.tokens[tostring(token)]
    if not kept then return end
    kept.count = kept.count - 1
    if kept.count == 0 then self.tokens[tostring(token)] = nil end
    forget(self.engine.observers, kept.number, 1)
end

-- Binds a widget: a table with show_dot, show_number, show_icon and hide, each a function of the widget, the path, the
-- presentation and a text. The events WIDGET say when it was drawn.
function Scope:bind(account, path, widget)
    local draw, number = support.callback(widget, "widget")
    local functions = ffi.new("tally_widget", {ffi.sizeof("tally_widget"), 0, draw, draw, draw, draw})
    return support.observing(self, call.widget_bind(self, account, path, functions, number, nil), widget)
end

-- Reports that the user looks at a path. Returns the token for end_view, and HELD if a child still lights up the path.
-- options: subtree: and at everything below it. read: messages are marked read, not only seen.
function Scope:begin_view(account, path, options)
    return call.view_begin(self, account, path, support.flags_of(options, {subtree = constants.SUBTREE,
        read = constants.VIEW_READ}))
end
function Scope:end_view(token) call.view_end(self, token) end
