import CMemory
import TallyMemory
import Testing

@testable import TallyEngine

@Suite struct NameTableTests {
  final class Thing: Named {
    let name: [UInt8]

    init(_ name: String) { self.name = [UInt8](name.utf8) }
  }

  static func find(_ table: borrowing NameTable<Thing>, _ name: String) -> Thing? {
    let bytes = [UInt8](name.utf8)
    return bytes.withUnsafeBytes { table.find($0) }
  }

  static func insert(_ table: inout NameTable<Thing>, _ thing: Thing) throws -> UInt32 {
    try table.reserve()
    return table.insert(thing)
  }

  @Test func areFoundByNameAndBySlot() throws {
    var table = NameTable<Thing>(seed: 7)
    let (ann, bo) = (Thing("ann"), Thing("bo"))
    let slots = [try Self.insert(&table, ann), try Self.insert(&table, bo)]
    let found = [Self.find(table, "ann"), Self.find(table, "bo"), Self.find(table, "an"), Self.find(table, "")]
    #expect(found[0] === ann && found[1] === bo && found[2] == nil && found[3] == nil)
    let (first, none) = (table.find(slots[0]), table.find(99 as UInt32))
    #expect(first === ann && none == nil && table.count == 2)
    table.remove(slots[0])
    let (gone, isValid) = (Self.find(table, "ann"), table.verify())
    #expect(gone == nil && isValid && table.count == 1)
  }

  /// A dropped object keeps its slot until the last handle is released. Its name is free for another one.
  @Test func aForgottenNameCanBeTakenAgain() throws {
    var table = NameTable<Thing>(seed: 7)
    let (old, new) = (Thing("ann"), Thing("ann"))
    let slot = try Self.insert(&table, old)
    table.forgetName(slot)
    let (none, kept) = (Self.find(table, "ann"), table[slot])
    #expect(none == nil && kept === old)
    let other = try Self.insert(&table, new)
    table.forgetName(slot)
    table.remove(slot)
    let (found, isValid) = (Self.find(table, "ann"), table.verify())
    #expect(found === new && other != slot && isValid)
  }

  @Test func unreferencedObjectsAreKnown() throws {
    var table = NameTable<Thing>(seed: 7)
    var thing: Thing? = Thing("ann")
    let slot = try Self.insert(&table, thing!)
    let before = table.isUnused(slot)
    thing = nil
    let after = table.isUnused(slot)
    #expect(!before && after)
  }

  /// With few hashes, names share chains. Each object is still found by its name.
  @Test(arguments: [UInt64.max, 2, 0])
  func agreesWithADictionary(mask: UInt64) throws {
    var table = NameTable<Thing>(seed: 3, mask: mask)
    var (model, nameless): ([String: UInt32], [UInt32]) = ([:], [])
    for _ in 0..<3000 {
      let name = "n\(Int.random(in: 0..<20))"
      switch (Int.random(in: 0..<4), model[name]) {
      case (0, let slot?):
        table.remove(slot)
        model[name] = nil
      case (1, let slot?):
        table.forgetName(slot)
        model[name] = nil
        nameless.append(slot)
      case (2, _) where !nameless.isEmpty: table.remove(nameless.removeFirst())
      case (_, nil): model[name] = try Self.insert(&table, Thing(name))
      default: break
      }
      for number in 0..<20 {
        let name = "n\(number)"
        let (found, there) = (Self.find(table, name), model[name].flatMap { table.find($0) })
        #expect(found === there && (found == nil) == (model[name] == nil))
      }
      let (count, isValid) = (table.count, table.verify())
      #expect(count == model.count + nameless.count && isValid)
    }
  }

  @Test func roomIsMadeBefore() async {
    await #expect(processExitsWith: .success) {
      var isRefused = false
      for successes in Int64(0)..<6 {
        var table = NameTable<Thing>(seed: 1)
        for number in 0..<20 {
          ctally_memory_fail_after(successes)
          defer { ctally_memory_fail_after(-1) }
          do throws(OutOfMemory) { try table.reserve() } catch {
            isRefused = true
            continue
          }
          ctally_memory_fail_after(0)
          _ = table.insert(Thing("n\(number)"))
        }
        let isValid = table.verify()
        #expect(isValid)
      }
      #expect(isRefused)
    }
  }
}
