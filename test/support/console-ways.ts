/** Which operations a screen has a way to, read from its sources: what it calls, reads or offers as a button, its parts included. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ofConsole } from './console-words.ts'

const SOURCES = fileURLToPath(new URL('../../console/src/', import.meta.url))
const OPERATIONS = join(SOURCES, 'generated/operations.ts')

export interface Published {
  readonly id: string
  readonly method: string
  /** `cards/payments/{transaction_id}`. */
  readonly path: string
}

export interface Ways {
  readonly published: readonly Published[]
  /** Ids, by the path of the screen. */
  readonly ofScreen: ReadonlyMap<string, ReadonlySet<string>>
  /** Of what stands around every screen. */
  readonly ofFrame: ReadonlySet<string>
  /** The operation that a call of the pages is; undefined: one of the backend itself. */
  operationOf(method: string, path: string): string | undefined
}

const IMPORT = /import\s+(?:type\s+)?(?:([^'"]*?)\s+from\s+)?'([^']+)'/g
const LATER = /import\('([^']+)'\)/g
/** Asks whether somebody may; that is no way. */
const QUESTION = /\bmay\([^()]*\)/g
const DECLARED = /path: '([^']+)',[\s\S]*?load: \(\) => import\('([^']+)'\)/g

/** Names of operations that a module uses, and the modules it is made of. */
const readModule = (file: string): { names: readonly string[]; parts: readonly string[] } => {
  const text = readFileSync(file, 'utf8')
  const body = text.replaceAll(IMPORT, '').replaceAll(QUESTION, '')
  const names: string[] = []
  const parts = [...text.matchAll(LATER)].map(([, path]) => resolve(dirname(file), path as string))
  for (const [whole, clause = '', path = ''] of text.matchAll(IMPORT)) {
    if (!path.startsWith('.') || /^import\s+type\b/.test(whole)) continue
    const target = resolve(dirname(file), path)
    if (target !== OPERATIONS) parts.push(target)
    else names.push(...usedOf(clause, body))
  }
  return { names, parts }
}

const usedOf = (clause: string, body: string): string[] => {
  const all = /\*\s+as\s+(\w+)/.exec(clause)?.[1]
  if (all !== undefined)
    return [...body.matchAll(new RegExp(String.raw`\b${all}\.(\w+)`, 'g'))].map(([, name]) => name as string)
  return clause
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((each) => each.trim().split(/\s+as\s+/))
    .filter(([name, local = name]) => name !== '' && new RegExp(String.raw`\b${local}\b`).test(body))
    .map(([name]) => name as string)
}

/** Screens are each other's neighbours, not parts: a link leads from one to another. */
const isPart = (file: string): boolean => {
  const path = relative(SOURCES, file)
  return (
    !path.startsWith('..') && path !== 'screens.ts' && !/^screens\/[^/]+\/index\.ts$/.test(path) && /\.tsx?$/.test(path)
  )
}

const namesFrom = (root: string): Set<string> => {
  const seen = new Set<string>()
  const names = new Set<string>()
  const waiting = [root]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !isPart(file)) continue
    seen.add(file)
    const { names: used, parts } = readModule(file)
    for (const name of used) names.add(name)
    waiting.push(...parts)
  }
  return names
}

export const readWays = async (): Promise<Ways> => {
  const generated: Readonly<Record<string, Published>> = await ofConsole('generated/operations.ts')
  const idsOf = (names: ReadonlySet<string>): Set<string> =>
    new Set([...names].map((name) => generated[name]?.id).filter((id) => id !== undefined))
  const ofScreen = new Map<string, ReadonlySet<string>>()
  for (const index of globSync('screens/*/index.ts', { cwd: SOURCES })) {
    const file = join(SOURCES, index)
    for (const [, path = '', root = ''] of readFileSync(file, 'utf8').matchAll(DECLARED))
      ofScreen.set(path, idsOf(namesFrom(resolve(dirname(file), root))))
  }
  const published = Object.values(generated)
  // A word counts before a place: `settlements/export` is no settlement.
  const patterns = published
    .map((each) => ({ ...each, places: each.path.split('{').length }))
    .toSorted((one, other) => one.places - other.places)
    .map(({ id, method, path }) => ({
      id,
      method,
      pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
  return {
    published,
    ofScreen,
    ofFrame: idsOf(namesFrom(join(SOURCES, 'main.tsx'))),
    operationOf: (method, path) => patterns.find((each) => each.method === method && each.pattern.test(path))?.id,
  }
}
