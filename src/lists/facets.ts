/** Names and small numbers as bits of a list's facets. */
import type { FacetMatch } from './closed-list.ts'

export interface Facet {
  readonly shift: number
  readonly bits: number
  /** The first name counts 1; absent: a number as it is. */
  readonly names?: readonly string[]
}

export const matchFacet = ({ shift, bits, names }: Facet, wanted: readonly (string | number)[]): FacetMatch => {
  const most = 2 ** bits - 1
  const codes = wanted.map((each) => (names ? names.indexOf(String(each)) + 1 : Number(each)))
  // An unknown name and a number too large match nothing, rather than some other row.
  const possible = codes.filter((code) => (names === undefined || code > 0) && code <= most)
  return { mask: most << shift, values: possible.map((code) => code << shift) }
}
