/** After a test run: no card number, card code, token or secret in any row, file, log, delivery or answer it left behind. */
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { KnownKind } from '../../support/seen.ts'
import { type Needle, openFinder } from './finder.ts'
import { isOfLog, type Place, placesIn, readingOf } from './places.ts'
import { type Known, type Leak, leaksIn } from './read-place.ts'
import { hasCheckDigit } from './shapes.ts'
import { cardSpellings, secretSpellings } from './spellings.ts'

/** Known values of the run: sent as card numbers, registered as test cards, returned as secrets. */
export interface KnownValues {
  cards: string[]
  testCards: string[]
  secrets: string[]
}

export interface Scan {
  leaks: Leak[]
  places: number
  bytes: number
  /** What is unusually large. */
  large: string[]
  values: number
}

const LARGE_BYTES = 100e6
const THREADS = 2

/** `folder` is the run's: the server's data folder and all that test files stored. `more` is what no test file noted. */
export const scan = async (folder: string, more: Partial<KnownValues> = {}): Promise<Scan> => {
  const { places: all, faults } = placesIn(folder)
  const places = withoutCopies(all)
  const values = knownValues(folder, places, more)
  const shares = shared(places, THREADS)
  const found = await Promise.all(shares.map((share) => scanInThread(share, values)))
  return {
    leaks: [...faults.map((fault) => ({ where: fault, what: 'open to others', excerpt: '' })), ...found.flat()],
    places: places.length,
    bytes: places.reduce((sum, { bytes }) => sum + bytes, 0),
    large: places
      .filter(({ bytes }) => bytes > LARGE_BYTES)
      .map(({ name, bytes }) => `${name} ${(bytes / 1e6).toFixed(0)} MB`),
    values: values.cards.length + values.secrets.length,
  }
}

export const knownFrom = ({ cards, testCards, secrets }: KnownValues): Known => {
  const published = new Set(testCards)
  const needles = [...new Set([...cards, ...testCards])].flatMap((digits): Needle[] =>
    cardSpellings(digits).map(([spelling, bytes]) => ({
      bytes,
      what: `a card number, ${spelling}`,
      isTestCard: published.has(digits),
    })),
  )
  for (const secret of secrets)
    for (const [spelling, bytes] of secretSpellings(secret))
      needles.push({ bytes, what: `a token or secret, ${spelling}`, isTestCard: false })
  return { finder: openFinder(needles), testCards: published }
}

export const scanPlaces = (places: readonly Place[], values: KnownValues): Leak[] => {
  const known = knownFrom(values)
  return places.flatMap((place) => leaksIn(place, known))
}

const knownValues = (folder: string, places: readonly Place[], more: Partial<KnownValues>): KnownValues => {
  const noted = { card: new Set(more.cards), 'test-card': new Set(more.testCards), secret: new Set(more.secrets) }
  for (const file of globSync('**/known.*', { cwd: folder }))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const end = line.indexOf(' ')
      noted[line.slice(0, end) as KnownKind].add(line.slice(end + 1)) // a password may have blanks
    }
  for (const place of places.filter(({ name, kind }) => kind === 'rows' && name.endsWith('.test_cards'))) {
    const [names, ...rows] = readFileSync(place.path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    for (const row of rows) noted['test-card'].add(row[(names as string[]).indexOf('card_number')] as string)
  }
  for (const file of globSync('**/demo.json', { cwd: folder }))
    for (const [, secret] of readFileSync(join(folder, file), 'utf8').matchAll(
      /"(?:client_secret|password)": ?"([^"]+)"/g,
    ))
      noted.secret.add(secret as string)
  return {
    cards: [...noted.card].filter(isWorthLooking),
    testCards: [...noted['test-card']].filter(isWorthLooking),
    secrets: [...noted.secret],
  }
}

/** A number with another length or a wrong check digit is no card's; a run of noughts is found everywhere. */
const isWorthLooking = (digits: string): boolean => /^[1-9][0-9]{12,18}$/.test(digits) && hasCheckDigit(digits)

/** The same bytes, read the same way, are read once: unchanged tables are the template's, and what a server begins with is that of the others. */
const withoutCopies = (places: readonly Place[]): Place[] => {
  const alike = Map.groupBy(places, (place) => `${readingOf(place)} ${place.bytes}`)
  const known = new Set<string>()
  return [...alike].flatMap(([reading, group]) =>
    group.filter((place) => {
      if (group.length === 1 || isOfLog(place)) return true // each segment of a log has its own place in its head
      const copy = `${reading} ${hash('sha1', readFileSync(place.path))}`
      return !known.has(copy) && known.add(copy)
    }),
  )
}

const shared = (places: readonly Place[], count: number): Place[][] => {
  const shares = Array.from({ length: count }, () => ({ places: [] as Place[], bytes: 0 }))
  for (const place of [...places].sort((a, b) => b.bytes - a.bytes)) {
    const least = shares.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    least.places.push(place)
    least.bytes += place.bytes
  }
  return shares.map((share) => share.places)
}

const scanInThread = async (places: readonly Place[], values: KnownValues): Promise<Leak[]> => {
  const worker = new Worker(new URL('./scan-thread.ts', import.meta.url), { workerData: { places, values } })
  const [leaks] = await once(worker, 'message')
  return leaks as Leak[]
}

/** One line a leak, those of one place and kind together. */
export const scanReport = ({ leaks, places, bytes, large, values }: Scan): string => {
  const size = [`${places} files and tables, ${(bytes / 1e6).toFixed(0)} MB, ${values} known values`, ...large].join(
    '; ',
  )
  if (leaks.length === 0) return `no card number, card code, token or secret was left behind (${size})\n`
  const lines = leaks.map(({ where, what, excerpt }) => `  ${where}: ${what}${excerpt && `: ${excerpt}`}`)
  const LINES_MAX = 60
  const rest = lines.length > LINES_MAX ? [`  and ${lines.length - LINES_MAX} more`] : []
  return [`LEAKS: ${leaks.length} (${size})`, ...lines.slice(0, LINES_MAX), ...rest, ''].join('\n')
}
