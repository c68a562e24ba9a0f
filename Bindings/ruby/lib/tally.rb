# frozen_string_literal: true

# Tally, an embeddable engine for unread badges.
#
#   Tally.open("badges.db") do |engine|
#     ann = engine.account("ann")
#     ann.set("root.chat.bo", 3)
#     puts ann.get("root")
#   end
#
# All of it may be used from any thread. Errors are raised as Tally::Error, of which there is a class for each status;
# qualified successes (Tally::HELD, …) are returned. Points in time are milliseconds since 1970, or Times; what a call
# waits is in seconds. Constants are called as in tally.h without TALLY_, and so are the members of records and options.
module Tally
end

require_relative "tally/library"
require_relative "tally/handles"
require_relative "tally/memory"
require_relative "tally/calls"
require_relative "tally/functions"
require_relative "tally/values"
require_relative "tally/operations"
require_relative "tally/batch"
require_relative "tally/changes"
require_relative "tally/snapshot"
require_relative "tally/account"
require_relative "tally/rooms"
require_relative "tally/items"
require_relative "tally/engine"
require_relative "tally/callbacks"
require_relative "tally/observers"
require_relative "tally/records"
require_relative "tally/events"
require_relative "tally/scope"
%w[options engine account node feed snapshot scope messages groups outbox reminders feeds
   functions operations].each { |name| require_relative "tally/methods/#{name}" }
