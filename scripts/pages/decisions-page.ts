/** The index of docs/decisions: subjects and their order are those of the page, titles come from the records. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { table } from './markdown.ts'

const folder = fileURLToPath(new URL('../../docs/decisions/', import.meta.url))
const NEW = 'New'
const HEADING = /^# (\d{4}) (\S.*)\n/
const STATUS = /^Status: /m

/** More of them are not read: what explains one place belongs there, as a comment. */
const RECORDS_MAX = 80
/** A subject has three words or fewer; a claim has a verb and what it is about. */
const TITLE_WORDS_MIN = 4

const HEAD = `# Decisions

Why it is built this way, by subject: what somebody at night or an auditor would question. Not needed to find one's way: that is
[ARCHITECTURE.md](../ARCHITECTURE.md). A record is context, decision and consequence on at most half a page, headed \`# 0123 Title\`; the title says what
was decided. A record that no longer holds is replaced: change it, or write another and delete it. What explains one place in the code is a comment there,
and what callers or operators rely on stands in its page of docs/. There are at most ${RECORDS_MAX} records. \`npm run docs\` brings this page up to date and
puts a new record under "${NEW}"; move its row to a subject.
`

interface Decision {
  file: string
  number: string
  title: string
}

/** Each record by its path from the root of the repository. */
type Texts = ReadonlyMap<string, string>

export const decisionsPage = (): string => {
  const records = readRecords(
    new Map(globSync('[0-9]*.md', { cwd: folder }).map((file) => [file, readFileSync(`${folder}${file}`, 'utf8')])),
  )
  const subjects = subjectsOf(readFileSync(`${folder}README.md`, 'utf8'))
  const sorted = new Set([...subjects.values()].flat())
  const unsorted = [...records.keys()].filter((number) => !sorted.has(number))
  if (unsorted.length > 0) subjects.set(NEW, [...(subjects.get(NEW) ?? []), ...unsorted])
  return [
    HEAD,
    ...[...subjects].map(
      ([subject, numbers]) => `## ${subject}

${table(
  ['Record', 'Decision'],
  numbers.flatMap((number) => toRow(records, number)),
)}
`,
    ),
  ].join('\n')
}

/** Returns one line per record that is not headed as all are, and one where there are too many of them. */
export const decisionFaults = (texts: Texts): string[] => {
  const records = readRecords(texts)
  return [
    ...[...texts].flatMap(([path, text]) => recordFaults(path, text, records)),
    ...(texts.size > RECORDS_MAX
      ? [`docs/decisions has ${texts.size} decision records, at most ${RECORDS_MAX}: merge or replace some`]
      : []),
  ]
}

const recordFaults = (path: string, text: string, records: ReadonlyMap<string, Decision>): string[] => {
  const number = basename(path).slice(0, 4)
  const record = records.get(number)
  if (record === undefined) return [`${path} does not begin with its title: # ${number} Title`]
  return [
    ...(record.title.split(/\s+/).length < TITLE_WORDS_MIN
      ? [`${path}: the title says what was decided, in at least ${TITLE_WORDS_MIN} words`]
      : []),
    ...(STATUS.test(text) ? [`${path} has a status: change the record or replace it`] : []),
  ]
}

/** Records that are headed as all are, by number, in the order of their files. */
const readRecords = (texts: Texts): Map<string, Decision> =>
  new Map(
    [...texts].sort().flatMap(([path, text]): [string, Decision][] => {
      const file = basename(path)
      const [, number, title] = HEADING.exec(text) ?? []
      if (number === undefined || title === undefined || !file.startsWith(`${number}-`)) return []
      return [[number, { file, number, title }]]
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

const toRow = (records: ReadonlyMap<string, Decision>, number: string): string[][] => {
  const record = records.get(number)
  return record === undefined ? [] : [[`[${number}](${record.file})`, record.title]]
}
