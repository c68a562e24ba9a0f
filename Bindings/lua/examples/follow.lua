-- Follows an account's badges: luajit follow.lua [FILE]

local tally = require("tally")

local engine = tally.open{file = arg[1]}
local ann, scope = engine:account("ann"), engine:scope()

scope:observe(ann, "root", function(event)
    print(event.text .. " shows " .. tally.shown(event))
end, {subtree = true})

ann:set("root.chat.bo", 3)
ann:dot("root.promo")
engine:dispatch()

if ann:clear("root.chat") == tally.HELD then
    for reason in ann:explain("root.chat") do print("still lit by " .. reason.path) end
end

ann:post("root.mail", {title = "hello", thread = "t"})
for message in ann:messages("root", {subtree = true, unread = true}) do
    print(message.path .. ": " .. message.title)
end

ann:batch(tally.batch():clear_tree("root"):set("root.chat.al", 0))
engine:dispatch()
print("done: root shows " .. tally.shown(ann:get("root")))
engine:close()
