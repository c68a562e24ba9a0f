import CTally
import TallyTree
import Testing

/// The tree reads and writes a host's array of `tally_node_operation` as its own `NodeOperation`.
@Suite struct NodeOperationTests {
  @Test func layoutIsTheHeaders() {
    #expect(MemoryLayout<NodeOperation>.size == MemoryLayout<tally_node_operation>.size)
    #expect(MemoryLayout<NodeOperation>.stride == MemoryLayout<tally_node_operation>.stride)
    #expect(MemoryLayout<NodeOperation>.alignment == MemoryLayout<tally_node_operation>.alignment)
    #expect(MemoryLayout<NodeOperation>.offset(of: \.node) == MemoryLayout<tally_node_operation>.offset(of: \.node))
    #expect(MemoryLayout<NodeOperation>.offset(of: \.value) == MemoryLayout<tally_node_operation>.offset(of: \.value))
    #expect(MemoryLayout<NodeOperation>.offset(of: \.kind) == MemoryLayout<tally_node_operation>.offset(of: \.kind))
    #expect(MemoryLayout<NodeOperation>.offset(of: \.status) == MemoryLayout<tally_node_operation>.offset(of: \.status))
  }

  @Test func kindsAreTheHeaders() {
    let kinds = [
      NodeOperation.set, NodeOperation.dot, NodeOperation.add, NodeOperation.clear, NodeOperation.clearTree,
      NodeOperation.mute, NodeOperation.get,
    ]
    #expect(
      kinds == [
        TALLY_OP_SET, TALLY_OP_DOT, TALLY_OP_ADD, TALLY_OP_CLEAR, TALLY_OP_CLEAR_TREE, TALLY_OP_MUTE, TALLY_OP_GET,
      ])
  }
}
