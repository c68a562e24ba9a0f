# frozen_string_literal: true

# Follows an account's badges: ruby -I../lib follow.rb [FILE]

require "tally"

Tally.open(ARGV.first) do |engine|
  ann, scope = engine.account("ann"), engine.scope
  scope.observe(ann, "root", subtree: true) do |event|
    puts "#{event.path} shows #{event.shown}"
  end

  ann.set("root.chat.bo", 3)
  ann.dot("root.promo")
  engine.dispatch

  if ann.clear("root.chat") == Tally::HELD
    ann.explain("root.chat").each { |reason| puts "still lit by #{reason.path}" }
  end

  ann.messages.post("root.mail", title: "hello", thread: "t")
  ann.messages.list("root", subtree: true, unread: true).each { |message| puts "#{message.path}: #{message.title}" }

  ann.batch(Tally::Batch.new.clear_tree("root").set("root.chat.al", 0))
  engine.dispatch
  puts "done: root shows #{ann['root']}"
end
