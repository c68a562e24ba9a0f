"""Batches of items, which change many accounts."""

import pytest

import tally


def test_items_of_many_accounts_are_applied_once():
    with tally.Engine(host_driven=True) as engine:
        items = [
            tally.Item("ann", id="1").add("chat.bo", 2).dot("mail"),
            tally.Item("bo").post("in", title="Hello", id="hello").post("in").withdraw("hello").read("out", subtree=True)
            .put_reminder("milk", shelf_life=10, shelf_unit=tally.Unit.DAY).reminder_done("milk"),
            tally.Item("ann", id="1").add("chat.bo", 2),
            tally.Item("cy").set("a", -1),
        ]
        assert engine.batch(items, source="log", epoch=1, position=4) == tally.Status.PARTIAL
        assert [item.status for item in items] == [
            tally.Status.OK, tally.Status.OK, tally.Status.ALREADY_APPLIED, tally.Status.ERROR_RANGE]
        assert items[1].results[0].key != 0
        with engine.account("ann") as ann, engine.account("bo") as bo:
            assert ann.get("root").count == 2
            assert bo.get("in").count == 1
            assert [reminder.id for reminder in bo.reminders] == ["milk"]
        assert engine.batch(items, source="log", epoch=1, position=4) == tally.Status.ALREADY_APPLIED
        assert engine.position("log") == (1, 4, 0)
        with pytest.raises(tally.StaleEpochError):
            engine.batch(items, source="log", position=5)
        assert items[0].status == tally.Status.ERROR_NOT_APPLIED
        with pytest.raises(tally.NotFoundError):
            engine.position("other")


def test_badges_end_by_the_time_of_the_log():
    with tally.Engine(host_driven=True) as engine:
        engine.batch([tally.Item("ann", time=1000).set("a", 1, until=2000), tally.Item(time=1999)],
                     source="log", position=1)
        with engine.account("ann") as ann:
            assert ann.get("a").count == 1
            engine.batch([tally.Item(time=2000)], source="log", position=2)
            assert ann.get("a").count == 0
        assert engine.position("log").time == 2000


def test_another_engine_takes_the_place_of_the_first():
    with tally.Engine(host_driven=True) as engine, tally.Engine(host_driven=True) as other:
        engine.batch([tally.Item("ann", id="1").post("in")], source="log", position=1)
        imports = [("ann", engine.export_account("ann")), (None, engine.export_source("log")), ("bad", b"bytes")]
        assert other.import_all(imports) == [tally.Status.OK, tally.Status.OK, tally.Status.ERROR_MALFORMED]
        assert other.position("log").position == 1
        assert other.export_account("ann") == engine.export_account("ann")
        assert other.import_all(imports[:1]) == [tally.Status.ERROR_EXISTS]
        assert other.import_all(imports[:2], replace=True) == [tally.Status.OK, tally.Status.OK]
        with pytest.raises(tally.NotFoundError):
            other.export_account("bo")
        with pytest.raises(tally.ArgumentError):
            other.import_all([("b\0", b"")])


def test_results_are_those_of_the_last_call():
    with tally.Engine(host_driven=True) as engine:
        item = tally.Item("ann", id="1").add("a", 1)
        engine.batch([item], source="log", position=1)
        assert [result.status for result in item.results] == [tally.Status.OK]
        with pytest.raises(tally.ArgumentError):
            engine.batch([item], source="", position=2)
        assert [result.status for result in item.results] == [tally.Status.ERROR_NOT_APPLIED]
