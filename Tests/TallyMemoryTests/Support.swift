import TallyMemory

/// Random numbers from a seed that a failure prints.
typealias SplitMix = TallyMemory.SplitMix

extension SplitMix {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
