/** `npm test -- changed`: the tests that a change can reach, by imports and by the folder of its domain. */
import { posix } from 'node:path'
import { listImports } from '../../scripts/layers.ts'

/** Everything reaches everything through these, which put the program together: a change is not followed through them. */
const COMPOSITION = /^src\/(app\/|main\.ts$|request-process\.ts$)/

/** Tests of the whole program import little of it: a folder of `test/` is reached with its domain. */
const DOMAINS: readonly [changed: RegExp, folders: readonly string[]][] = [
  [/^src\/(app|cli|start-page)\/|^src\/[^/]+\.ts$/, ['platform']],
  [/^src\/.*(\/endpoints\/|endpoints\.ts$|-schemas\.ts$)/, ['access']],
  [/^migrations\//, ['infra', 'platform']],
  [/^simulators\/bank\//, ['bank-simulator']],
  [/^(console|sdk)\//, ['$1']],
]
const NOUN = /^src\/([^/]+)\//

/** `files`: path from the root to text, tests too. `changed`: paths that may be gone by now. Returns paths of tests. */
export const reachedTests = (files: ReadonlyMap<string, string>, changed: readonly string[]): string[] => {
  const reached = reachedFiles(files, changed)
  const folders = new Set([
    ...changed.flatMap((path) => DOMAINS.flatMap(([pattern, names]) => namesOf(path, pattern, names))),
    ...[...reached].flatMap((path) => NOUN.exec(path)?.[1] ?? []),
  ])
  return [...files.keys()].filter(
    (path) => path.endsWith('.test.ts') && (reached.has(path) || folders.has(path.split('/')[1] as string)),
  )
}

/** Where only tests and pages changed, unit tests that they do not reach cannot fail of it. */
export const changesProgram = (changed: readonly string[]): boolean =>
  changed.some((path) => !path.startsWith('test/') && !path.endsWith('.md'))

const namesOf = (path: string, pattern: RegExp, names: readonly string[]): string[] => {
  const [match, group] = pattern.exec(path) ?? []
  return match === undefined ? [] : names.map((name) => name.replace('$1', group ?? ''))
}

/** The changed files and whatever imports them at run time, directly or not. */
const reachedFiles = (files: ReadonlyMap<string, string>, changed: readonly string[]): Set<string> => {
  const importers = new Map<string, string[]>()
  for (const [path, text] of files)
    for (const target of targetsOf(path, text)) importers.set(target, [...(importers.get(target) ?? []), path])
  const reached = new Set(changed)
  for (const path of reached)
    if (!COMPOSITION.test(path)) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return reached
}

/** Types are left to tsc. A test also reaches what it names as text: a page, a fixture, a program that it starts. */
const targetsOf = (path: string, text: string): string[] => {
  const imported = listImports(path, text.replace(/^(?:import|export) type [^']*'[^']*'$/gm, ''))
  return path.startsWith('test/') ? [...imported, ...namedIn(path, text)] : imported
}

const namedIn = (path: string, text: string): string[] =>
  [...text.matchAll(/['"`]([\w./-]+\.\w+)['"`]/g)].map(([, name]) =>
    name!.startsWith('.') ? posix.join(posix.dirname(path), name!) : name!,
  )
