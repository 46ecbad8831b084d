/**
 * Turkish order and case: i and ı, ç and c are different letters. Use it only for search and sorting, never for codes
 * or protocols.
 */

const COLLATOR = new Intl.Collator('tr-TR')
export const compareTurkish = (a: string, b: string): number => COLLATOR.compare(a, b)

/** A row matches when one of its texts contains the term, by Turkish case, or one of its other texts by plain case. */
export const searchFor = (term: string) => {
  const turkish = term.toLocaleLowerCase('tr-TR')
  const plain = term.toLowerCase()
  return (turkishTexts: readonly (string | null)[], plainTexts: readonly (string | null)[]): boolean =>
    turkishTexts.some((text) => text?.toLocaleLowerCase('tr-TR').includes(turkish)) ||
    plainTexts.some((text) => text?.toLowerCase().includes(plain))
}
