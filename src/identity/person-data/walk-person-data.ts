/** Walks through a tenant's data about a person, batch by batch, as long as one call may take; the next call continues. */
import type { ErasedPersonData, FoundPersonData, PersonDataSource } from '../../access/person-data.ts'

/** Limit for one call and its transaction: it locks only the rows it changed, and those of final payments. */
const CALL_MS = 500

interface Walked<Lot> {
  readonly lots: readonly { readonly kind: string; readonly lot: Lot }[]
  /** Null when all of it was seen. */
  readonly position: string | null
}

export const walkPerson = async <Lot extends FoundPersonData | ErasedPersonData>(
  sections: readonly PersonDataSource[],
  from: string | undefined,
  one: (section: PersonDataSource, after: string | null) => Promise<Lot>,
  nowMs: () => number = () => performance.now(),
): Promise<Walked<Lot>> => {
  const [kind, id] = (from ?? '').split(':')
  let at = Math.max(
    0,
    sections.findIndex((section) => section.kind === kind),
  )
  let after: string | null = id || null
  const until = nowMs() + CALL_MS
  const lots: { kind: string; lot: Lot }[] = []
  while (at < sections.length) {
    const section = sections[at] as PersonDataSource
    const lot = await one(section, after)
    lots.push({ kind: section.kind, lot })
    after = lot.next
    if (after === null) at++
    if (nowMs() >= until) break
  }
  return { lots, position: at < sections.length ? `${(sections[at] as PersonDataSource).kind}:${after ?? ''}` : null }
}
