# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  module Library # :nodoc:
    module Options
      module_function

      # How a path counts. Members that are left out are those above the path.
      def badge_rule(feeding: nil, counting: nil)
        { feeding: Values.constant(feeding, :FEEDING_), counting: Values.constant(counting, :COUNTING_) }
      end

      # How an account is opened.
      def account_options(existing: false, aggregation: nil, feeding: nil)
        { flags: Values.flag(existing, ACCOUNT_EXISTING), aggregation: Values.constant(aggregation, :AGGREGATION_),
          feeding: Values.constant(feeding, :FEEDING_) }
      end

      # Settings of an account. Those that are left out stay unchanged.
      def account_settings(grouping: nil, outbox: nil, feeding: nil, outbox_kinds: nil, outbox_request_timeout: nil,
                           outbox_idle_timeout: nil, language: nil, outbox_url: nil, push_path: nil)
        { grouping: Values.constant(grouping, :GROUPING_), outbox: Values.constant(outbox, :OUTBOX_MODE_),
          feeding: Values.constant(feeding, :FEEDING_), outbox_kinds: outbox_kinds,
          outbox_request_timeout: outbox_request_timeout, outbox_idle_timeout: outbox_idle_timeout, language: language,
          outbox_url: outbox_url, push_path: push_path }
      end

      # A credential for a server.
      def credential(plain: false, kind: nil, name: nil, secret: nil, format: nil)
        { flags: Values.flag(plain, CREDENTIAL_FLAG_PLAIN), kind: Values.constant(kind, :CREDENTIAL_KIND_), name: name,
          secret: secret, format: format }
      end

      # How a feed is polled. 0 is the value of the polling profile (MESSAGE_CENTER's; UNREAD_COUNT's), and -1 is off.
      def feed_options(stops_in_background: false, exact_delay: false, temporary: false, initial_delay: nil,
                       interval: nil, visible_interval: nil, request_timeout: nil, idle_timeout: nil, tolerance: nil,
                       away_time: nil, max_age: nil, max_messages: nil, page_limit: nil, polling: nil, url: nil,
                       prefix: nil, mapping_preset: nil, mapping: nil, title: nil, flags: 0)
        { flags: flags | Values.flag(stops_in_background, FEED_OPTION_STOPS_IN_BACKGROUND) |
          Values.flag(exact_delay, FEED_OPTION_EXACT_DELAY) | Values.flag(temporary, FEED_OPTION_TEMPORARY),
          initial_delay: initial_delay, interval: interval, visible_interval: visible_interval,
          request_timeout: request_timeout, idle_timeout: idle_timeout, tolerance: tolerance, away_time: away_time,
          max_age: max_age, max_messages: max_messages, page_limit: page_limit,
          polling: Values.constant(polling, :POLLING_), url: url, prefix: prefix, mapping_preset: mapping_preset,
          mapping: mapping, title: title }
      end

      # A message that the host posts.
      def message_options(dot: false, once: false, time: nil, count: nil, argument_count: nil, id: nil, title: nil,
                          body: nil, kind: nil, thread: nil, category: nil, argument: nil, link: nil, icon: nil,
                          subtitle: nil, data: nil, also: nil, level: nil, flags: 0)
        { flags: flags | Values.flag(dot, POST_DOT) | Values.flag(once, POST_ONCE), time: Values.milliseconds(time),
          count: count, argument_count: argument_count, id: id, title: title, body: body, kind: kind, thread: thread,
          category: category, argument: argument, link: link, icon: icon, subtitle: subtitle, data: data, also: also,
          level: Values.constant(level, :LEVEL_) }
      end

      # The plural forms of a format; `other` is required.
      def forms(zero: nil, one: nil, two: nil, few: nil, many: nil, other: nil)
        { zero: zero, one: one, two: two, few: few, many: many, other: other }
      end

      # The limits of a plan.
      def plan_options(from_scratch: false, limit: nil, reserve: nil)
        { flags: Values.flag(from_scratch, PLAN_FLAG_FROM_SCRATCH), limit: limit, reserve: reserve }
      end
    end
  end
end
