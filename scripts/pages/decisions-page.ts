/** The index of docs/decisions: subjects and their order are those of the page, titles and status come from the records. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { table } from './markdown.ts'

const folder = fileURLToPath(new URL('../../docs/decisions/', import.meta.url))
const NEW = 'New'
const HEADING = /^# (\d{4}) (\S.*)\n/
const STATUS = /^Status: (.+)\.$/m

const NUMBER = /\b\d{4}\b/g

const HEAD = `# Decisions

Why it is built this way, by subject. Not needed to find one's way: that is [ARCHITECTURE.md](../ARCHITECTURE.md). A record is context, decision
and consequence on half a page, headed \`# 0123 Title\`. A record that no longer holds stays, with a second line \`Status: superseded by 0123 (why).\`
or \`Status: amended by 0123 (in what).\`; without that line it is accepted. \`node scripts/docs.ts\` brings this page up to date and puts a new record
under "${NEW}"; move its row to a subject. The wording of a record is that of its time; paths in it are kept current.
`

interface Decision {
  file: string
  number: string
  title: string
  status: string
}

export const decisionsPage = (): string => {
  const records = readRecords()
  const subjects = subjectsOf(readFileSync(`${folder}README.md`, 'utf8'))
  const sorted = new Set([...subjects.values()].flat())
  const unsorted = [...records.keys()].filter((number) => !sorted.has(number))
  if (unsorted.length > 0) subjects.set(NEW, [...(subjects.get(NEW) ?? []), ...unsorted])
  return [
    HEAD,
    ...[...subjects].map(
      ([subject, numbers]) => `## ${subject}

${table(
  ['Record', 'Decision', 'Status'],
  numbers.flatMap((number) => rowOf(records, number)),
)}
`,
    ),
  ].join('\n')
}

/** Returns one line per record that does not begin as all do, or whose status names no record. */
export const decisionFaults = (): string[] => {
  const records = readRecords()
  return recordFiles().flatMap((file) => {
    const record = records.get(file.slice(0, 4))
    if (record === undefined)
      return [`docs/decisions/${file} does not begin with its title: # ${file.slice(0, 4)} Title`]
    const missing = (record.status.match(NUMBER) ?? []).filter((number) => !records.has(number))
    return missing.map((number) => `docs/decisions/${file}: there is no record ${number}`)
  })
}

const recordFiles = (): string[] => globSync('[0-9]*.md', { cwd: folder }).sort()

const readRecords = (): Map<string, Decision> =>
  new Map(
    recordFiles().flatMap((file): [string, Decision][] => {
      const text = readFileSync(`${folder}${file}`, 'utf8')
      const [, number, title] = HEADING.exec(text) ?? []
      if (number === undefined || title === undefined || !file.startsWith(`${number}-`)) return []
      return [[number, { file, number, title, status: STATUS.exec(text)?.[1] ?? 'accepted' }]]
    }),
  )

/** Each subject with the numbers below it. */
const subjectsOf = (page: string): Map<string, string[]> =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((part) => [
        part.slice(0, part.indexOf('\n')),
        [...part.matchAll(/^\| \[(\d{4})\]/gm)].map(([, number]) => number as string),
      ]),
  )

const rowOf = (records: ReadonlyMap<string, Decision>, number: string): string[][] => {
  const record = records.get(number)
  if (record === undefined) return []
  const status = record.status.replace(NUMBER, (other) => `[${other}](${records.get(other)?.file ?? ''})`)
  return [[`[${number}](${record.file})`, record.title, status]]
}
