import Testing

@testable import TallyTree

/// The bits of nodes and branches, as the table above ``Node/Flags`` lists them.
@Suite struct FlagTests {
  private static let all: [Node.Flags] = [
    .ownCount, .ownDot, .muteNumber, .muteAll, .expires, .muteEnds, .listed, .observed, .inObservedSubtree,
    .dirty, .flipped, .digested, .branch, .fed, .handled, .iconed,
  ]

  /// The bits that are no flags of a node: passive things, mutes that pass highlights, links and counting rules.
  private static let reserved = [Branch.passive, Branch.passing, Branch.linked, Branch.ruled]

  @Test func everyBitOfANodeHasOneMeaning() {
    for (bit, flag) in Self.all.enumerated() { #expect(flag.rawValue == 1 << bit) }
    #expect(Self.all.count == Node.Flags.RawValue.bitWidth)
  }

  @Test func eightBitsOfABranchAreFree() {
    var used: UInt16 = 0
    for flags in UInt16.min...UInt16.max { used |= Node.Flags(rawValue: flags).unusual }
    #expect(used == Node.Flags.repeated.rawValue)
    #expect((~used).nonzeroBitCount == 8)
    for bit in Self.reserved { #expect(used & bit == 0 && bit.nonzeroBitCount == 1) }
    #expect(Self.reserved.reduce(0, |) == Branch.kept)
  }

  @Test func theFlagsOfABranchAreThoseOfItsNode() {
    #expect(Node.Flags.repeated == Node.Flags.special.union(.listed))
    #expect(Node.Flags.listed.unusual == 0)
    #expect(Node.Flags().unusual == Node.Flags.listed.rawValue)
    for flag in Self.all where flag != .listed {
      let expected = Node.Flags.special.contains(flag) ? flag.rawValue : 0
      #expect(flag.union(.listed).unusual == expected)
    }
  }
}
