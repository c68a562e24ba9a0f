/// Sorts in place without an allocation. The standard library's sort allocates, and traps if that fails. Heapsort: O(n
/// log n) in all cases; not stable.
@inlinable
public func heapSort<Element: BitwiseCopyable>(
  _ elements: UnsafeMutablePointer<Element>, count: Int,
  by isOrderedBefore: (Element, Element) -> Bool
) {
  if count < 2 { return }
  for start in stride(from: count / 2 - 1, through: 0, by: -1) {
    siftDown(elements, from: start, count: count, by: isOrderedBefore)
  }
  for end in stride(from: count - 1, through: 1, by: -1) {
    let largest = elements[0]
    elements[0] = elements[end]
    elements[end] = largest
    siftDown(elements, from: 0, count: end, by: isOrderedBefore)
  }
}

/// Restores the heap (largest first) below an element that may be too small.
@inlinable
func siftDown<Element: BitwiseCopyable>(
  _ elements: UnsafeMutablePointer<Element>, from start: Int, count: Int,
  by isOrderedBefore: (Element, Element) -> Bool
) {
  let sinking = elements[start]
  var hole = start
  while true {
    var child = 2 * hole + 1
    if child >= count { break }
    if child + 1 < count, isOrderedBefore(elements[child], elements[child + 1]) { child += 1 }
    if !isOrderedBefore(sinking, elements[child]) { break }
    elements[hole] = elements[child]
    hole = child
  }
  elements[hole] = sinking
}
