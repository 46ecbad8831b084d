/** What has been counted of some subjects by now: read in one go, each subject once however many checks ask for it. */
import type { Tx } from '../../infra/database/database.ts'
import type { Counting } from './counted-check.ts'
import { isWide, KINDS, type Kind, type Plan } from './counting-plan.ts'
import {
  type CardSums,
  type Entry,
  FEW,
  fewEntries,
  type Look,
  type Probe,
  type Sums,
  sumCards,
  sumEntries,
  sumVolumes,
  type WindowProbe,
} from './velocity-store.ts'
import { AHEAD_S, isCounted, ringOf, stretchesOf } from './velocity-windows.ts'

export interface Past {
  /** Amounts are those in the present currency. */
  sums(counting: Counting, kind: Kind, windowS: number): { count: number; amount: number; declined: number }
  /** Number of different cards, with these beside them. */
  cards(counting: Counting, kind: Kind, windowS: number, beside: readonly number[]): number
}

/** Sends its questions before it first waits; asks again only for subjects of many checks. */
export const openPast = async (tx: Tx, countings: readonly Counting[], few = FEW): Promise<Past> => {
  const probes = new Probes()
  const looks = looksOf(probes, countings, backOf)
  const windows = windowsOf(probes, countings)
  const [found, ofVolumes] = await Promise.all([
    looks.length === 0 ? [] : fewEntries(tx, looks, few),
    windows.length === 0 ? [] : sumVolumes(tx, windows),
  ])
  const entries = byProbe(found)
  const volumes = byProbe(ofVolumes)
  const isCrowded = ({ i }: Probe): boolean => (entries.get(i)?.length ?? 0) > few
  const crowd = await openCrowd(tx, probes, countings, isCrowded)
  return {
    sums(counting, kind, windowS) {
      const probe = probes.of(counting, kind)
      if (isWide(kind)) return sumOf(volumes.get(probe.i), counting.currency, ({ part }) => part === windowS)
      return isCrowded(probe) ? crowd.sums(counting, kind, windowS) : sumOfFew(entries.get(probe.i), counting, windowS)
    },
    cards(counting, kind, windowS, beside) {
      const probe = probes.of(counting, kind)
      if (isCrowded(probe)) return crowd.cards(counting, kind, windowS, beside)
      return new Set([...cardsOfFew(entries.get(probe.i), counting, windowS), ...beside]).size
    },
  }
}

/** How far entries of each kind are looked at. */
const backOf = ({ entries, cards }: Plan): ReadonlyMap<Kind, number> => {
  const back = new Map(entries)
  for (const [kind, windowS] of cards) back.set(kind, Math.max(windowS, back.get(kind) ?? 0))
  return back
}

/** Subjects of many checks. */
const openCrowd = async (
  tx: Tx,
  probes: Probes,
  countings: readonly Counting[],
  isCrowded: (probe: Probe) => boolean,
): Promise<Past> => {
  const ofCrowd = (look: Look): Look[] => {
    const crowded = look.probes.filter(isCrowded)
    return crowded.length === 0 ? [] : [{ ...look, probes: crowded }]
  }
  const entries = looksOf(probes, countings, (plan) => plan.entries).flatMap(ofCrowd)
  const cards = looksOf(probes, countings, (plan) => plan.cards).flatMap(ofCrowd)
  const present = [...new Set(countings.flatMap(({ subjects: { card } }) => (typeof card === 'number' ? [card] : [])))]
  const [ofEntries, ofCards] = await Promise.all([
    entries.length === 0 ? [] : sumEntries(tx, entries),
    cards.length === 0 ? [] : sumCards(tx, cards, present),
  ])
  const sums = byProbe(ofEntries)
  const cardSums = byProbe(ofCards)
  return {
    sums(counting, kind, windowS) {
      const ring = ringOf(windowS)
      return sumOf(sums.get(probes.of(counting, kind).i), counting.currency, ({ part }) => part <= ring)
    },
    cards: (counting, kind, windowS, beside) =>
      differentCards(cardSums.get(probes.of(counting, kind).i), windowS, beside),
  }
}

/** Each subject and second once. */
class Probes {
  /** By second, then by subject. */
  readonly #known = new Map<number, Map<number, Probe>>()
  #count = 0
  readonly #of = new Map<Counting, Map<Kind, Probe>>()

  of(counting: Counting, kind: Kind): Probe {
    let byKind = this.#of.get(counting)
    if (byKind === undefined) {
      byKind = new Map()
      this.#of.set(counting, byKind)
    }
    let probe = byKind.get(kind)
    if (probe === undefined) {
      probe = this.#shared(counting, counting.subjects[kind] as number)
      byKind.set(kind, probe)
    }
    return probe
  }

  #shared({ tenantId, second: nowS }: Counting, subject: number): Probe {
    let ofSecond = this.#known.get(nowS)
    if (ofSecond === undefined) {
      ofSecond = new Map()
      this.#known.set(nowS, ofSecond)
    }
    let probe = ofSecond.get(subject)
    if (probe === undefined) {
      probe = { i: this.#count++, tenantId, subject, nowS }
      ofSecond.set(subject, probe)
    }
    return probe
  }
}

const looksOf = (
  probes: Probes,
  countings: readonly Counting[],
  wanted: (plan: Plan) => ReadonlyMap<Kind, number>,
): Look[] =>
  KINDS.flatMap((kind) => {
    const asking = countings.filter(
      ({ plan, subjects }) => wanted(plan).has(kind) && typeof subjects[kind] === 'number',
    )
    if (asking.length === 0) return []
    return {
      kind,
      backS: Math.max(...asking.map(({ plan }) => wanted(plan).get(kind) as number)),
      probes: [...new Set(asking.map((counting) => probes.of(counting, kind)))],
    }
  })

const windowsOf = (probes: Probes, countings: readonly Counting[]): WindowProbe[] => {
  const windows = new Map<string, WindowProbe>()
  for (const counting of countings)
    for (const [kind, lengths] of counting.plan.sums) {
      if (typeof counting.subjects[kind] !== 'number') continue
      const probe = probes.of(counting, kind)
      for (const windowS of lengths) {
        const at = `${probe.i} ${windowS}`
        if (windows.has(at)) continue
        const stretches = stretchesOf(probe.nowS - windowS + 1, probe.nowS + AHEAD_S + 1)
        windows.set(at, { ...probe, windowS, stretches })
      }
    }
  return [...windows.values()]
}

const byProbe = <Row extends { i: number }>(rows: readonly Row[]): ReadonlyMap<number, Row[]> => {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const group = grouped.get(row.i)
    if (group === undefined) grouped.set(row.i, [row])
    else group.push(row)
  }
  return grouped
}

const NOTHING = { count: 0, amount: 0, declined: 0 }

const sumOf = (rows: readonly Sums[] | undefined, currency: string, isIn: (row: Sums) => boolean) => {
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

const sumOfFew = (rows: readonly Entry[] | undefined, { second, currency }: Counting, windowS: number) => {
  if (rows === undefined) return NOTHING
  const sums = { count: 0, amount: 0, declined: 0 }
  for (const row of rows) {
    if (!isCounted(row.at, second, windowS)) continue
    sums.count++
    if (row.failed) sums.declined++
    if (row.currency === currency) sums.amount += row.amount
  }
  return sums
}

const cardsOfFew = (rows: readonly Entry[] | undefined, { second }: Counting, windowS: number): number[] =>
  (rows ?? []).flatMap(({ at, card }) => (card !== null && isCounted(at, second, windowS) ? [card] : []))

const differentCards = (rows: readonly CardSums[] | undefined, windowS: number, beside: readonly number[]): number => {
  const ring = ringOf(windowS)
  const within = (rows ?? []).filter(({ part }) => part <= ring)
  const seen = new Set(within.flatMap((row) => row.seen ?? []))
  return within.reduce((sum, { cards }) => sum + cards, 0) + beside.filter((card) => !seen.has(String(card))).length
}
