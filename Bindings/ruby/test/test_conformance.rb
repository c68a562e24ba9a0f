# frozen_string_literal: true

require "minitest/autorun"
require_relative "replay"

# Every case of the conformance data passes; and a few of our own, so that the replay itself is tested.
class TestConformance < Minitest::Test
  DATA = ENV.fetch("TALLY_CONFORMANCE", File.expand_path("../../../Tests/Conformance/data", __dir__))

  Replay.cases(DATA).each_with_index do |given, number|
    define_method("test_#{number}_#{given['case']}") do
      Replay.new(given).run
      pass
    end
  end

  def own(*steps)
    Replay.new("case" => "own", "steps" => [
                 { "call" => "account_open", "account" => "ann" },
                 { "call" => "badge_set", "account" => "ann", "path" => "a", "count" => 3 }, *steps
               ]).run
  end

  def test_a_replay_compares_what_comes_out
    get = { "call" => "badge_get", "account" => "ann", "path" => "a" }
    set = { "call" => "badge_set", "account" => "ann", "path" => "a..b", "count" => 1 }
    own({ **get, "out" => { "count" => 3 } })
    [{ **get, "out" => { "count" => 4 } }, { **get, "out" => { "total" => 3 } }, { **get, "status" => "TALLY_HELD" },
     { "call" => "badge_list", "account" => "ann", "path" => "root", "out" => { "entries" => [] } }, set,
     { **set, "status" => "TALLY_ERROR_PATH", "message" => "nonsense" },
     { "call" => "no_such_call" }].each do |wrong|
      assert_raises(Replay::Failure, wrong.to_s) { own(wrong) }
    end
  end
end
