"""The check of the Swift package's values notices a member that Swift does not have (Bindings/tools)."""

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings/tools"))

import check_swift_values as check  # noqa: E402
import header  # noqa: E402

TEXT = """
public struct Outer: Hashable {
  public let first: Int
  let hidden: Int
  /// A method has variables of its own.
  public func second() {
    let local = 1
  }
}

extension Outer {
  public enum Inner {
    case third(until: Date?)

    public private(set) var fourth: Int
  }

  public var fifth: Int { 1 }
}

extension Outer.Inner {
  public var sixth: Int { 1 }
}
"""


def swift():
    found = set()
    for path in (ROOT / "Sources/Tally").rglob("*.swift"):
        found |= check.places(path.read_text(encoding="utf-8"))
    return found


def test_public_members_are_found_with_their_types():
    assert check.places(TEXT) == {"Outer.first", "Outer.second", "Outer.Inner.third", "Outer.Inner.until",
                                  "Outer.Inner.fourth", "Outer.fifth", "Outer.Inner.sixth"}


def test_names_are_those_of_swift():
    assert [check.swift_name(name) for name in ("argument_count", "outbox_url", "url", "http_status")] == [
        "argumentCount", "outboxURL", "url", "httpStatus"]


def test_swift_has_each_member():
    assert not list(check.problems(header.parse(), swift()))


@pytest.mark.parametrize("place, struct", [
    ("Message.argument", "tally_message"), ("Engine.Statistics.commits", "tally_stats"),
    ("Outbox.Entry.State.leased", "tally_outbox_entry"), ("Badge.FedMessage.key", "tally_reason"),
])
def test_a_missing_member_is_noticed(place, struct):
    (problem,) = check.problems(header.parse(), swift() - {place})
    assert problem.startswith(struct) and problem.endswith(f"Swift has no {place}")


def test_a_new_member_of_the_header_is_noticed():
    parsed = header.parse()
    struct = next(each for each in parsed.structs if each.name == "tally_message")
    struct.members.append(header.Variable("new_member", header.Type("uint32_t")))
    assert list(check.problems(parsed, swift())) == ["tally_message.new_member: Swift has no Message.newMember"]


def test_a_row_of_no_member_is_noticed(monkeypatch):
    monkeypatch.setitem(check.PLACES, "tally_message", {**check.PLACES["tally_message"], "gone": (None, "it was there")})
    assert list(check.problems(header.parse(), swift())) == ["tally_message has no gone: see PLACES"]
