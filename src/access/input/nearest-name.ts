/** The known name the caller probably meant, or undefined when none is near. */
export const findNearestName = (given: string, known: Iterable<string>): string | undefined => {
  if (given.length > NAME_MAX) return undefined
  const folded = fold(given)
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(folded.length / 3)) + 1
  for (const name of known) {
    const other = fold(name)
    if (Math.abs(other.length - folded.length) >= bestDistance) continue
    const distance = distanceOf(folded, other)
    if (distance >= bestDistance) continue
    bestDistance = distance
    best = name
  }
  return best
}

const NAME_MAX = 64 // longer ones are not misspellings
const fold = (name: string): string => name.toLowerCase().replaceAll('_', '').replaceAll('-', '')

/** Changes of one letter (insert, delete, replace, swap neighbours) between two short texts. */
const distanceOf = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) cost = Math.min(cost, before[column - 2]! + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last[b.length]!
}
