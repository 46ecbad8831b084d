/** Dead references: paths named in pages and comments that do not exist, and links of pages that lead nowhere. */
import { posix } from 'node:path'

const FOLDERS = 'src|test|docs|scripts|migrations|simulators|bench'
/** `src/infra/http/tls.ts`, `test/payments`, `docs/decisions/0174`; not the end of a longer path or address. */
const PATH = new RegExp(`(?<![\\w./{}@-])(?:${FOLDERS})/[\\w./*-]*\\w`, 'g')
/** A file by its name, or by the end of its path: `permissions.ts`, `access/permissions.ts`. */
const FILE = /(?<![\w./{}*@<>$-])[a-z0-9][\w-]*(?:\/[\w-]+)*\.(?:ts|md)\b(?![/*])/g
/** A folder of src/ named from there: `infra/database`, `webhooks/dispatch`. In pages such a text may be an address instead. */
const CODE_FOLDER =
  /`((?:access|acquiring|connectors|core|fraud|identity|infra|payments|reference|transfers|webhooks)\/[a-z-]+)\/?`/g
const LINK = /\]\((?!\w+:)([^)\s#]+)[^)]*\)/g
const PAGE = /\bdocs\/[\w/-]+\.md\b/g
const COMMENT = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/g
const SQL_COMMENT = /^\s*-- .*/gm

/** `texts`: path to text of what is read; `files`: every path of the repository. Returns one line per fault. */
export const referenceFaults = (texts: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] => {
  const known = knownPaths(files)
  return [...texts].flatMap(([path, text]) => {
    if (path === PLANTED) return []
    const prose = proseOf(path, text)
    const links = path.endsWith('.md') ? matchesOf(text, LINK).map((to) => posix.join(posix.dirname(path), to)) : []
    const named = [
      ...matchesOf(prose, PATH).filter((name) => !name.includes('*') && !isKnown(known, name)),
      ...matchesOf(prose, FILE).filter((name) => !known.ends.has(name) && !name.startsWith(CONTRACT)),
      ...matchesOf(prose, CODE_FOLDER).filter((name) => !known.paths.has(name) && !known.paths.has(`src/${name}`)),
      ...matchesOf(path.endsWith('.md') ? prose : text, PAGE).filter((name) => !known.paths.has(name)),
      ...links.filter((to) => !known.paths.has(to.replace(/\/$/, ''))),
    ]
    return [...new Set(named)].map((name) => `${path} names ${name}, which does not exist`)
  })
}

/** The published interface, which is cited by its pages. */
const CONTRACT = 'contract/'

/** Its dead references are planted. */
const PLANTED = 'test/platform/dependency-rules.test.ts'

interface Known {
  /** Files and the folders they lie in. */
  readonly paths: ReadonlySet<string>
  /** Each file by every end of its path. */
  readonly ends: ReadonlySet<string>
  /** Pages and migrations by their numbers. */
  readonly numbers: ReadonlySet<string>
}

const knownPaths = (files: ReadonlySet<string>): Known => {
  const paths = new Set<string>()
  const ends = new Set<string>()
  const numbers = new Set<string>()
  for (const file of files) {
    const parts = file.split('/')
    for (const at of parts.keys()) {
      paths.add(parts.slice(0, at + 1).join('/'))
      ends.add(parts.slice(at).join('/'))
    }
    const number = /^.*\/\d{4}(?=[-_])/.exec(file)?.[0]
    if (number !== undefined) numbers.add(number)
  }
  return { paths, ends, numbers }
}

const isKnown = ({ paths, numbers }: Known, name: string): boolean =>
  paths.has(name) || numbers.has(name) || paths.has(`${name}.ts`)

const proseOf = (path: string, text: string): string => {
  if (path.endsWith('.md')) return text.replace(LINK, ']')
  return (text.match(path.endsWith('.sql') ? SQL_COMMENT : COMMENT) ?? []).join('\n')
}

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole)
