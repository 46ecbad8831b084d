/** Counts of some subjects so far: read in one round trip, each subject once. */
import type { Tx } from '../../infra/database/database.ts'
import type { CountedCheck } from './counted-check.ts'
import { type CountingPlan, isSummed, SUBJECT_KINDS, type SubjectKind } from './counting-plan.ts'
import {
  findLowVolumeEntries,
  LOW_VOLUME_MAX,
  sumCards,
  sumEntries,
  sumVolumes,
  type VelocityCardSums,
  type VelocityEntry,
  type VelocityKey,
  type VelocityLookup,
  type VelocitySums,
  type WindowKey,
} from './velocity-store.ts'
import { CLOCK_SKEW_S, cutBucketRanges, isInWindow, toAgeBucket } from './velocity-windows.ts'

export interface CountedHistory {
  /** Amounts are those in the present currency. */
  sums(counting: CountedCheck, kind: SubjectKind, windowS: number): { count: number; amount: number; declined: number }
  /** Returns the number of different cards, including those in `beside`. */
  cards(counting: CountedCheck, kind: SubjectKind, windowS: number, beside: readonly number[]): number
}

/** Sends its questions before it first waits; asks again only for subjects of many checks. */
export const loadCountedHistory = async (
  tx: Tx,
  countings: readonly CountedCheck[],
  few = LOW_VOLUME_MAX,
): Promise<CountedHistory> => {
  const velocityKeys = new VelocityKeys()
  const looks = buildLookups(velocityKeys, countings, lookbackOf)
  const windows = buildWindowKeys(velocityKeys, countings)
  const [found, ofVolumes] = await Promise.all([
    looks.length === 0 ? [] : findLowVolumeEntries(tx, looks, few),
    windows.length === 0 ? [] : sumVolumes(tx, windows),
  ])
  const entries = groupByKey(found)
  const volumes = groupByKey(ofVolumes)
  const isCrowded = ({ i }: VelocityKey): boolean => (entries.get(i)?.length ?? 0) > few
  const crowd = await openHighVolume(tx, velocityKeys, countings, isCrowded)
  return {
    sums(counting, kind, windowS) {
      const key = velocityKeys.of(counting, kind)
      if (isSummed(kind)) return addUp(volumes.get(key.i), counting.currency, ({ part }) => part === windowS)
      return isCrowded(key) ? crowd.sums(counting, kind, windowS) : sumLowVolume(entries.get(key.i), counting, windowS)
    },
    cards(counting, kind, windowS, beside) {
      const key = velocityKeys.of(counting, kind)
      if (isCrowded(key)) return crowd.cards(counting, kind, windowS, beside)
      return new Set([...cardsOfLowVolume(entries.get(key.i), counting, windowS), ...beside]).size
    },
  }
}

/** The time range of entries per kind. */
const lookbackOf = ({ entries, cards }: CountingPlan): ReadonlyMap<SubjectKind, number> => {
  const back = new Map(entries)
  for (const [kind, windowS] of cards) back.set(kind, Math.max(windowS, back.get(kind) ?? 0))
  return back
}

/** Subjects of many checks. */
const openHighVolume = async (
  tx: Tx,
  velocityKeys: VelocityKeys,
  countings: readonly CountedCheck[],
  isCrowded: (key: VelocityKey) => boolean,
): Promise<CountedHistory> => {
  const ofCrowd = (look: VelocityLookup): VelocityLookup[] => {
    const crowded = look.keys.filter(isCrowded)
    return crowded.length === 0 ? [] : [{ ...look, keys: crowded }]
  }
  const entries = buildLookups(velocityKeys, countings, (plan) => plan.entries).flatMap(ofCrowd)
  const cards = buildLookups(velocityKeys, countings, (plan) => plan.cards).flatMap(ofCrowd)
  const present = [...new Set(countings.flatMap(({ subjects: { card } }) => (typeof card === 'number' ? [card] : [])))]
  const [ofEntries, ofCards] = await Promise.all([
    entries.length === 0 ? [] : sumEntries(tx, entries),
    cards.length === 0 ? [] : sumCards(tx, cards, present),
  ])
  const sums = groupByKey(ofEntries)
  const cardSums = groupByKey(ofCards)
  return {
    sums(counting, kind, windowS) {
      const ring = toAgeBucket(windowS)
      return addUp(sums.get(velocityKeys.of(counting, kind).i), counting.currency, ({ part }) => part <= ring)
    },
    cards: (counting, kind, windowS, beside) =>
      countDistinctCards(cardSums.get(velocityKeys.of(counting, kind).i), windowS, beside),
  }
}

/** Each subject and second once. */
class VelocityKeys {
  /** Keyed by second, then by subject. */
  readonly #known = new Map<number, Map<number, VelocityKey>>()
  #count = 0
  readonly #of = new Map<CountedCheck, Map<SubjectKind, VelocityKey>>()

  of(counting: CountedCheck, kind: SubjectKind): VelocityKey {
    let byKind = this.#of.get(counting)
    if (byKind === undefined) {
      byKind = new Map()
      this.#of.set(counting, byKind)
    }
    let key = byKind.get(kind)
    if (key === undefined) {
      key = this.#shared(counting, counting.subjects[kind] as number)
      byKind.set(kind, key)
    }
    return key
  }

  #shared({ tenantId, second: nowS }: CountedCheck, subject: number): VelocityKey {
    let ofSecond = this.#known.get(nowS)
    if (ofSecond === undefined) {
      ofSecond = new Map()
      this.#known.set(nowS, ofSecond)
    }
    let key = ofSecond.get(subject)
    if (key === undefined) {
      key = { i: this.#count++, tenantId, subject, nowS }
      ofSecond.set(subject, key)
    }
    return key
  }
}

const buildLookups = (
  velocityKeys: VelocityKeys,
  countings: readonly CountedCheck[],
  wanted: (plan: CountingPlan) => ReadonlyMap<SubjectKind, number>,
): VelocityLookup[] =>
  SUBJECT_KINDS.flatMap((kind) => {
    const asking = countings.filter(
      ({ plan, subjects }) => wanted(plan).has(kind) && typeof subjects[kind] === 'number',
    )
    if (asking.length === 0) return []
    return {
      kind,
      lookbackS: Math.max(...asking.map(({ plan }) => wanted(plan).get(kind) as number)),
      keys: [...new Set(asking.map((counting) => velocityKeys.of(counting, kind)))],
    }
  })

const buildWindowKeys = (velocityKeys: VelocityKeys, countings: readonly CountedCheck[]): WindowKey[] => {
  const windows = new Map<string, WindowKey>()
  for (const counting of countings)
    for (const [kind, lengths] of counting.plan.sums) {
      if (typeof counting.subjects[kind] !== 'number') continue
      const key = velocityKeys.of(counting, kind)
      for (const windowS of lengths) {
        const at = `${key.i} ${windowS}`
        if (windows.has(at)) continue
        const ranges = cutBucketRanges(key.nowS - windowS + 1, key.nowS + CLOCK_SKEW_S + 1)
        windows.set(at, { ...key, windowS, ranges: ranges })
      }
    }
  return [...windows.values()]
}

const groupByKey = <Row extends { i: number }>(rows: readonly Row[]): ReadonlyMap<number, Row[]> => {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const group = grouped.get(row.i)
    if (group === undefined) grouped.set(row.i, [row])
    else group.push(row)
  }
  return grouped
}

const NOTHING = { count: 0, amount: 0, declined: 0 }

const addUp = (rows: readonly VelocitySums[] | undefined, currency: string, isIn: (row: VelocitySums) => boolean) => {
  if (rows === undefined) return NOTHING
  const sums = { count: 0, amount: 0, declined: 0 }
  for (const row of rows) {
    if (!isIn(row)) continue
    sums.count += row.count
    sums.declined += row.declined
    if (row.currency === currency) sums.amount += row.amount
  }
  return sums
}

const sumLowVolume = (
  rows: readonly VelocityEntry[] | undefined,
  { second, currency }: CountedCheck,
  windowS: number,
) => {
  if (rows === undefined) return NOTHING
  const sums = { count: 0, amount: 0, declined: 0 }
  for (const row of rows) {
    if (!isInWindow(row.at, second, windowS)) continue
    sums.count++
    if (row.failed) sums.declined++
    if (row.currency === currency) sums.amount += row.amount
  }
  return sums
}

const cardsOfLowVolume = (
  rows: readonly VelocityEntry[] | undefined,
  { second }: CountedCheck,
  windowS: number,
): number[] => (rows ?? []).flatMap(({ at, card }) => (card !== null && isInWindow(at, second, windowS) ? [card] : []))

const countDistinctCards = (
  rows: readonly VelocityCardSums[] | undefined,
  windowS: number,
  beside: readonly number[],
): number => {
  const ring = toAgeBucket(windowS)
  const within = (rows ?? []).filter(({ part }) => part <= ring)
  const seen = new Set(within.flatMap((row) => row.seen ?? []))
  return within.reduce((sum, { cards }) => sum + cards, 0) + beside.filter((card) => !seen.has(String(card))).length
}
