/** Size and shape of files and folders: small files that state their purpose, folders of limited size. */
import { posix } from 'node:path'

const FILE_LINES_MAX = 400
const FOLDER_FILES_MAX = 25
/** From here on a file or function is told to be split; what is rightly longer says in the first comment of its file why. */
const FILE_LINES_WARNING = 230
const FUNCTION_LINES_WARNING = 50
const REASON = /\bin one piece because\b/
const FORBIDDEN_FOLDERS = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'manager',
  'managers',
  'misc',
])

/** Texts, tables and lists of settings: each may be as long as what it lists. */
const LISTS = [
  'src/core/error-codes.ts',
  'src/core/phrases/turkish/*.ts',
  'src/infra/http/error-advice.ts',
  'src/infra/process/config.ts',
  'src/access/permissions.ts',
  'src/webhooks/events/event-catalogue.ts',
  'src/connectors/**/*-codes.ts',
  'src/**/*-{schemas,states,texts}.ts',
  'src/**/texts.ts',
  'migrations/00??_*.sql', // the baseline: all tables of a noun
  'scripts/ranks.ts',
  'simulators/**/texts.ts',
  'console/src/screens.ts',
  'console/src/texts/*.ts',
  'console/src/**/*texts.ts',
]

/** `files`: path from the root to text. Returns one line per fault. */
export const tidyFaults = (files: ReadonlyMap<string, string>): string[] => {
  const faults: string[] = []
  const counts = new Map<string, number>()
  for (const [path, text] of files) {
    if (path.includes('/generated/')) continue
    if (!isList(path)) faults.push(...lengthFaults(path, text))
    if (!opensWithSentence(path, text)) faults.push(`${path} does not open with a sentence in a comment`)
    if (!/^([0-9]{4}_)?[a-z0-9]+([.-][a-z0-9]+)*$/.test(posix.basename(path)))
      faults.push(`${path} is not named in kebab-case`)
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
    const forbidden = folder.split('/').find((name) => FORBIDDEN_FOLDERS.has(name))
    if (forbidden) faults.push(`${path} lies in a folder named ${forbidden}`)
  }
  for (const [folder, count] of counts)
    if (folder.startsWith('src/') && count > FOLDER_FILES_MAX)
      faults.push(`${folder} has ${count} files; at most ${FOLDER_FILES_MAX}`)
  return faults
}

const isList = (path: string): boolean => LISTS.some((glob) => posix.matchesGlob(path, glob))

const lengthFaults = (path: string, text: string): string[] => {
  const lines = text.split('\n').length - 1
  if (lines > FILE_LINES_MAX)
    return [`${path} has ${lines} lines; at most ${FILE_LINES_MAX}: move a part of it to a file beside it`]
  if (lines <= FILE_LINES_WARNING || growsByRows(path) || givesReason(text)) return []
  return [
    `${path} has ${lines} lines, more than ${FILE_LINES_WARNING}: move a part of it to a file beside it, or let its first comment say that it is "in one piece because ..."`,
  ]
}

/** A test file is a list of cases, and a migration is written once. */
const growsByRows = (path: string): boolean => path.endsWith('.test.ts') || path.endsWith('.sql')

const givesReason = (text: string): boolean => REASON.test(text.slice(0, text.indexOf('*/')).replace(/\s[\s*]*/g, ' '))

/** Returns one line per function that is long without a reason. Its greatest length is Biome's rule (biome.json). */
export const tidyWarnings = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) =>
    path.includes('/generated/') || path.endsWith('.sql') || givesReason(text)
      ? []
      : longFunctions(text).map(
          ({ name, line, lines }) =>
            `${path}:${line} ${name} has ${lines} lines, more than ${FUNCTION_LINES_WARNING}: move a part of it to a function of its own`,
        ),
  )

const FUNCTION = /^(?:export )?(?:const (\w+)\b.*= (?:async )?[(<].*|(?:async )?function\b\*? ?(\w+).*)$/

/** Top-level functions of formatted code: each ends where the next line stands at the margin and closes nothing. */
const longFunctions = (text: string): { name: string; line: number; lines: number }[] => {
  const rows = text.trimEnd().split('\n')
  return rows.flatMap((row, at) => {
    const [, constant, declared] = FUNCTION.exec(row) ?? []
    const name = constant ?? declared
    if (name === undefined) return []
    const next = rows.findIndex((later, place) => place > at && /^[^\s)}\]]/.test(later))
    const lines = rows
      .slice(at, next === -1 ? rows.length : next)
      .join('\n')
      .trimEnd()
      .split('\n').length
    return lines > FUNCTION_LINES_WARNING ? [{ name, line: at + 1, lines }] : []
  })
}

const opensWithSentence = (path: string, text: string): boolean => {
  const body = text.replace(/^#!.*\n/, '')
  return path.endsWith('.sql') ? body.startsWith('-- ') : /^\/\*\*\s+\S/.test(body)
}
