import CTally
import TallyTree
import Testing

/// The tree reads and writes the beginning of a host's `tally_operation` as its own `OperationRow`.
@Suite struct OperationRowTests {
  @Test func layoutIsTheHeaders() {
    typealias Row = OperationRow
    #expect(MemoryLayout<Row>.size <= MemoryLayout<tally_operation>.size)
    #expect(MemoryLayout<Row>.alignment == MemoryLayout<tally_operation>.alignment)
    #expect(MemoryLayout<Row>.offset(of: \.kind) == MemoryLayout<tally_operation>.offset(of: \.kind))
    #expect(MemoryLayout<Row>.offset(of: \.status) == MemoryLayout<tally_operation>.offset(of: \.status))
    #expect(MemoryLayout<Row>.offset(of: \.flags) == MemoryLayout<tally_operation>.offset(of: \.flags))
    #expect(MemoryLayout<Row>.offset(of: \.badgeKind) == MemoryLayout<tally_operation>.offset(of: \.badge_kind))
    #expect(MemoryLayout<Row>.offset(of: \.node) == MemoryLayout<tally_operation>.offset(of: \.node))
    #expect(MemoryLayout<Row>.offset(of: \.value) == MemoryLayout<tally_operation>.offset(of: \.value))
    #expect(MemoryLayout<Row>.offset(of: \.until) == MemoryLayout<tally_operation>.offset(of: \.until))
    #expect(MemoryLayout<Row>.offset(of: \.count) == MemoryLayout<tally_operation>.offset(of: \.count))
  }

  @Test func numbersAreTheHeaders() {
    let kinds = [
      OperationRow.set, OperationRow.dot, OperationRow.add, OperationRow.clear, OperationRow.clearTree,
      OperationRow.mute, OperationRow.get,
    ]
    #expect(
      kinds == [
        TALLY_OP_SET, TALLY_OP_DOT, TALLY_OP_ADD, TALLY_OP_CLEAR, TALLY_OP_CLEAR_TREE, TALLY_OP_MUTE, TALLY_OP_GET,
      ])
    let badges = [OperationRow.noBadge, OperationRow.dotBadge, OperationRow.numberBadge]
    #expect(badges == [TALLY_KIND_NONE, TALLY_KIND_DOT, TALLY_KIND_NUMBER])
  }
}
