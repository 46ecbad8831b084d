/** The law of imports: a file imports its own folder and lower ranks, equal ranks never import each other, and nothing goes in circles. */
import { posix } from 'node:path'

/** Lowest first; names of one line are equals. Every folder not named here is a later noun, above transfers. */
const RANKS = [
  ['core'],
  ['infra'],
  ['access'],
  ['reference'],
  ['identity', 'webhooks', 'connectors'],
  ['fraud'],
  ['payments'],
  ['transfers'],
]
const LATER_NOUN = RANKS.length
const APP = LATER_NOUN + 1
const TOP = APP + 1
const NOT_OF_SRC = ['console', 'sdk', 'simulators']

/** `files`: path from the root to text. Answers one line per fault. */
export const layerFaults = (files: ReadonlyMap<string, string>): string[] => {
  const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]))
  const faults: string[] = []
  for (const [path, targets] of imports) {
    for (const target of targets) {
      if (!allowed(path, target)) faults.push(`${path} must not import ${target}`)
      else if (!files.has(target) && target.startsWith('src/'))
        faults.push(`${path} imports ${target}, which is not there`)
    }
  }
  return [...faults, ...circles(imports)]
}

const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => posix.join(posix.dirname(path), to!))

const allowed = (from: string, to: string): boolean => {
  if (to.endsWith('package.json')) return true
  if (!from.startsWith('src/'))
    return !(to.startsWith('src/') && NOT_OF_SRC.some((folder) => from.startsWith(`${folder}/`)))
  if (!to.startsWith('src/')) return false
  if (folderOf(from) === folderOf(to) || rankOf(to) < rankOf(from)) return true
  return isRootFile(from) && isRootFile(to) && rankOf(to) === rankOf(from)
}

const isRootFile = (path: string): boolean => path.split('/').length === 2

const folderOf = (path: string): string => path.split('/')[1]!

const rankOf = (path: string): number => {
  const folder = folderOf(path)
  if (folder === 'cli' || folder === 'main.ts' || folder === 'welcome.ts') return TOP
  if (isRootFile(path)) return APP
  const rank = RANKS.findIndex((names) => names.includes(folder))
  return rank === -1 ? LATER_NOUN : rank
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
