/** Dependency rules: a file imports its own folder and lower ranks; equal ranks never import each other; nothing goes in circles; an endpoint is imported by lists of endpoints alone. The same holds for the folders inside a noun, and for those of the console. */
import { posix } from 'node:path'
import { CONSOLE, ENTRIES, INSIDE, NOUNS, type Order, SHARED_SCREENS } from './ranks.ts'

const LATER_NOUN = NOUNS.length
const APP = LATER_NOUN + 1
const TOP = APP + 1
const NOT_OF_SRC = ['console', 'checkout', 'sdk', 'simulators']

/** `files`: path from the root to text. Returns one line per fault. */
export const layerFaults = (files: ReadonlyMap<string, string>): string[] => {
  const imports = new Map([...files].map(([path, text]) => [path, listImports(path, text)]))
  const faults = [...imports.keys()].flatMap((path) => unranked(path))
  for (const [path, targets] of imports) {
    for (const target of targets) {
      if (!isAllowed(path, target)) faults.push(`${path} must not import ${target}`)
      else if (!files.has(target) && target.startsWith('src/'))
        faults.push(`${path} imports ${target}, which is not there`)
    }
  }
  return [...faults, ...circles(imports)]
}

/** Paths from the root of what a file imports, packages left out. */
export const listImports = (path: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => posix.join(posix.dirname(path), to!))

const isAllowed = (from: string, to: string): boolean => {
  if (to.endsWith('package.json')) return true
  if (isOfConsole(from) && isOfConsole(to)) return isAllowedInConsole(from, to)
  if (!from.startsWith('src/'))
    return !(to.startsWith('src/') && NOT_OF_SRC.some((folder) => from.startsWith(`${folder}/`)))
  if (!to.startsWith('src/')) return false
  if (to.includes('/endpoints/') && !isEndpointList(from)) return false
  if (nounOf(from) !== nounOf(to)) return findRank(to) < findRank(from) && (isEntry(to) || findRank(from) >= APP)
  const order = INSIDE[nounOf(from)]
  return order === undefined || unitOf(from) === unitOf(to) || placeIn(order, to) < placeIn(order, from)
}

const isEntry = (path: string): boolean => ENTRIES[nounOf(path)]?.includes(unitOf(path)) ?? true

const isOfConsole = (path: string): boolean => path.startsWith('console/src/')

const isAllowedInConsole = (from: string, to: string): boolean => {
  if (unitOf(from) !== unitOf(to)) return placeIn(CONSOLE, to) < placeIn(CONSOLE, from)
  return unitOf(from) !== 'screens' || screensOf(from) === screensOf(to) || screenPlace(to) < screenPlace(from)
}

/** The folder of a group of screens. */
const screensOf = (path: string): string => path.split('/')[3] ?? ''

const screenPlace = (path: string): number => {
  const place = SHARED_SCREENS.findIndex((names) => names.includes(screensOf(path)))
  return place === -1 ? SHARED_SCREENS.length : place
}

/** The list of endpoints of a noun, or a part of it: what others need of an endpoint belongs below it. */
const isEndpointList = (path: string): boolean =>
  /^src\/\w+\/[\w-]+-endpoints\.ts$|\/endpoints\/.*-endpoints\.ts$/.test(path)

const nounOf = (path: string): string => path.split('/')[1]!

export const findRank = (path: string): number => {
  const noun = nounOf(path)
  if (noun === 'cli' || noun === 'main.ts' || noun === 'request-process.ts') return TOP
  if (noun === 'app') return APP
  const rank = NOUNS.findIndex((names) => names.includes(noun))
  return rank === -1 ? LATER_NOUN : rank
}

/** A folder of a noun or of the console, or a file that lies in it itself. */
const unitOf = (path: string): string => path.split('/')[2] ?? ''

const placeIn = (order: Order, path: string): number => order.findIndex((names) => names.includes(unitOf(path)))

const unranked = (path: string): string[] => {
  if (isOfConsole(path) && placeIn(CONSOLE, path) === -1)
    return [`${path} has no rank: name ${unitOf(path)} in the order of the console, scripts/ranks.ts`]
  const order = path.startsWith('src/') ? INSIDE[nounOf(path)] : undefined
  if (order === undefined || order.some((names) => names.includes(unitOf(path)))) return []
  return [`${path} has no rank: name ${unitOf(path)} in the order of ${nounOf(path)}, scripts/ranks.ts`]
}

/** Depth first; a file met again while it is still open closes a circle. */
const circles = (imports: ReadonlyMap<string, string[]>): string[] => {
  const faults: string[] = []
  const closed = new Set<string>()
  const visit = (path: string, open: readonly string[]): void => {
    if (open.includes(path)) return void faults.push(`circle: ${[...open.slice(open.indexOf(path)), path].join(' > ')}`)
    if (closed.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...open, path])
    closed.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return faults
}
