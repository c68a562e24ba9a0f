# frozen_string_literal: true

require "minitest/autorun"
require "tally"

# Batches of items, which change many accounts.
class TestItems < Minitest::Test
  def setup
    @engine = Tally.open(host_driven: true)
  end

  def teardown
    @engine.close
  end

  def items
    [Tally::Item.new("ann", id: "1").add("chat.bo", 2).dot("mail"),
     Tally::Item.new("bo", id: "2").post("in", title: "Hello", id: "hello").post("in").withdraw("hello")
                .read("out", subtree: true).put_reminder("milk", shelf_life: 10, shelf_unit: Tally::UNIT_DAY)
                .edit_reminder("milk", title: "Milk").reminder_done("milk"),
     Tally::Item.new("ann", id: "1").add("chat.bo", 2),
     Tally::Item.new("cy").set("b", 1).set("a", -1)]
  end

  def test_each_item_has_a_status_and_a_rejected_one_undoes_nothing_else
    items = self.items
    assert_equal [Tally::ERROR_NOT_APPLIED], items.map(&:status).uniq
    assert_equal Tally::PARTIAL, @engine.batch(items, source: "log", epoch: 1, position: 4)
    assert_equal [Tally::OK, Tally::OK, Tally::ALREADY_APPLIED, Tally::ERROR_RANGE], items.map(&:status)
    assert_equal [Tally::ERROR_NOT_APPLIED, Tally::ERROR_RANGE], items[3].results.map(&:status)
    refute_equal 0, items[1].results.first.key
    ann, bo = @engine.account("ann"), @engine.account("bo")
    assert_equal [2, 1], [ann["root"].count, bo["in"].count]
    assert_equal [%w[milk Milk]], (bo.reminders.map { |reminder| [reminder.id, reminder.title] })
    assert_raises(Tally::NotFoundError) { @engine.account("cy", existing: true) }
  end

  def test_a_source_is_applied_once_and_has_a_position
    items = self.items
    @engine.batch(items, source: "log", epoch: 1, position: 4)
    assert_equal Tally::ALREADY_APPLIED, @engine.batch(items, source: "log", epoch: 1, position: 4)
    assert_equal [1, 4, 0], @engine.position("log").to_a
    assert_raises(Tally::StaleEpochError) { @engine.batch(items, source: "log", position: 5) }
    assert_equal [Tally::ERROR_NOT_APPLIED], items.map(&:status).uniq
    assert_raises(Tally::NotFoundError) { @engine.position("other") }
    assert_equal Tally::OK, @engine.batch([], source: "log", epoch: 2, position: 9)
    assert_equal [2, 9], @engine.position("log").to_a.first(2)
  end

  def test_badges_end_by_the_time_of_the_log
    ann = @engine.account("ann")
    @engine.batch([Tally::Item.new("ann", time: 1000).set("a", 1, 2000), Tally::Item.new(time: Time.at(1.999r))],
                  source: "log", position: 1)
    assert_equal 1, ann["a"].count
    @engine.batch([Tally::Item.new(time: 2000)], source: "log", position: 2)
    assert_equal 0, ann["a"].count
    assert_equal 2000, @engine.position("log").time
  end

  def test_items_are_kept_from_the_collector
    items = Array.new(200) do |number|
      Tally::Item.new("user#{number}").post("in#{number}", title: "title #{number}", id: "message #{number}")
    end
    GC.start
    assert_equal Tally::OK, @engine.batch(items)
    titles = Array.new(200) { |number| @engine.account("user#{number}").messages.first.title }
    assert_equal Array.new(200) { |number| "title #{number}" }, titles
  end

  def test_another_engine_takes_the_place_of_the_first
    @engine.batch([Tally::Item.new("ann", id: "1").post("in")], source: "log", position: 1)
    imports = [["ann", @engine.export_account("ann")], [nil, @engine.export_source("log")], %w[bad bytes]]
    Tally.open(host_driven: true) do |other|
      assert_equal [Tally::OK, Tally::OK, Tally::ERROR_MALFORMED], other.import(imports)
      assert_equal 1, other.position("log").position
      assert_equal @engine.export_account("ann"), other.export_account("ann")
      assert_equal [Tally::ERROR_EXISTS], other.import(imports.first(1))
      assert_equal [Tally::OK, Tally::OK], other.import(imports.first(2), replace: true)
      assert_empty other.import([])
      assert_raises(Tally::NotFoundError) { other.export_account("bo") }
      assert_raises(Tally::ArgumentError) { other.import([["b\0", ""]]) }
    end
  end

  def test_results_are_those_of_the_last_call
    item = Tally::Item.new("ann", id: "1").add("a", 1)
    @engine.batch([item], source: "log", position: 1)
    assert_equal [Tally::OK], item.results.map(&:status)
    assert_raises(Tally::ArgumentError) { @engine.batch([item], source: "", position: 2) }
    assert_equal [Tally::ERROR_NOT_APPLIED], item.results.map(&:status)
  end
end
