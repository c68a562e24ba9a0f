-- Scopes: observers, views and widgets.

local ffi = require("ffi")
local library = require("tally.calls")
local support = require("tally.support")

local call, constants, C = library.call, library.constants, library.C
local Engine, Scope = support.Engine, support.Scope

-- A scope holds observers, views and widgets; closing it removes all of them.
function Engine:scope()
    local handle = call.scope_open(self)
    local observers, tokens = self.observers, {}
    local scope = library.own(setmetatable({engine = self, tokens = tokens}, Scope), handle, function(scope_handle)
        for token in pairs(tokens) do observers[token], tokens[token] = nil, nil end
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
        scope.engine.observers[tostring(token)] = observer
        scope.tokens[tostring(token)] = (scope.tokens[tostring(token)] or 0) + 1
    end
    return token
end

local general_kinds = {feeds = {[constants.EVENT_SYNCED] = true, [constants.EVENT_AUTH] = true},
    reminders = {[constants.EVENT_REMINDER] = true}}

-- An observer of all feeds or reminders, of an account or of all accounts. The list says which events it gets; the
-- function is with those of other observers, and an entry without one is over.
function support.observing_all(scope, token, kind, observer, account)
    local name, list = tostring(token), scope.engine.general
    support.observing(scope, token, observer)
    for _, entry in ipairs(list) do
        if entry.name == name then return token end
    end
    list[#list + 1] = {name = name, token = token, kinds = general_kinds[kind],
        account = account and account:state().id}
    return token
end

-- The library tells observers and widgets apart by a callback and its user data: the same function at the same path is
-- no second observer. The number is the function's. Only in `step` the callback has something to do. An engine that the
-- host does not drive gets one that does nothing (a status is named, and nobody reads it): it may not call Lua.
local nothing_called = ffi.cast("tally_event_callback", C.tally_status_name)
local nothing_drawn = ffi.cast("tally_widget_function", C.tally_status_name)
local identities, objects = setmetatable({}, {__mode = "k"}), setmetatable({}, {__mode = "v"})
local last_identity = 0

local function identity(object)
    if not identities[object] then
        last_identity = last_identity + 1
        identities[object], objects[last_identity] = last_identity, object
    end
    return ffi.cast("void *", identities[object])
end

library.define("event", "tally_event_callback", library.guarded(function(_, event, text)
    if not support.stepping then return end
    local made = library.record(event[0], "tally_event")
    made.text = ffi.string(text)
    support.stepping[#support.stepping + 1] = made
end))

local shown = {[constants.KIND_NONE] = "hide", [constants.KIND_DOT] = "show_dot", [constants.KIND_ICON] = "show_icon",
    [constants.KIND_NUMBER] = "show_number"}

library.define("widget", "tally_widget_function", library.guarded(function(number, path, presentation, text)
    if not support.stepping then return end
    local widget = objects[tonumber(ffi.cast("intptr_t", number))]
    local made = library.record(ffi.new("tally_event"), "tally_event")
    local drawn, words = library.record(presentation[0], "tally_presentation"), ffi.string(text)
    made.kind, made.text, made.count = constants.EVENT_WIDGET, ffi.string(path), drawn.count
    made.badge_kind = drawn.kind == constants.KIND_ICON and constants.KIND_DOT or drawn.kind
    made.draw = function() widget[shown[drawn.kind]](widget, made.text, drawn, words) end
    support.stepping[#support.stepping + 1] = made
end))

function support.callback(scope, observer)
    if not observer then return nil, nil, nil end
    return scope.engine.host_driven and library.callbacks.event or nothing_called, identity(observer), nil
end

-- Removes an observer, or unbinds a widget: afterwards it is never called again. Ends a view, too. An observer that was
-- added twice stays until it is removed twice.
function Scope:unobserve(token)
    call.unobserve(self, token)
    local name = tostring(token)
    local left = (self.tokens[name] or 1) - 1
    self.tokens[name] = left > 0 and left or nil
    if left <= 0 then self.engine.observers[name] = nil end
end

-- Binds a widget: a table with show_dot, show_number, show_icon and hide, each a function of the widget, the path, the
-- presentation and a text. The events WIDGET say when to draw.
function Scope:bind(account, path, widget)
    local draw = self.engine.host_driven and library.callbacks.widget or nothing_drawn
    local functions = ffi.new("tally_widget", {ffi.sizeof("tally_widget"), 0, draw, draw, draw, draw})
    local token = call.widget_bind(self, account, path, functions, identity(widget), nil)
    return support.observing(self, token, function(event)
        if event.draw then return event.draw() end
        local text, presentation = account:present(event.text)
        widget[shown[presentation.kind]](widget, event.text, presentation, text)
    end)
end

-- Reports that the user looks at a path. Returns the token for end_view, and HELD if a child still lights up the path.
function Scope:begin_view(account, path) return call.view_begin(self, account, path, 0) end
function Scope:end_view(token) call.view_end(self, token) end
