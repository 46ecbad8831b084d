/** Dead references: paths and headings named in pages and comments that do not exist, and citations of what is not in the repository. */
import { posix } from 'node:path'

const FOLDERS = 'src|test|docs|scripts|migrations|simulators|bench|deploy'
/** `src/infra/http/tls.ts`, `test/payments`, `docs/decisions/0216`; not the end of a longer path or address. */
const PATH = new RegExp(`(?<![\\w./{}@-])(?:${FOLDERS})/[\\w./*-]*\\w`, 'g')
/** A file by its name, or by the end of its path: `permissions.ts`, `access/permissions.ts`. */
const FILE = /(?<![\w./{}*@<>$-])[a-z0-9][\w-]*(?:\/[\w-]+)*\.(?:ts|md)\b(?![/*])/g
/** A folder of src/ named from there: `infra/database`, `webhooks/dispatch`. In pages such a text may be an address instead. */
const CODE_FOLDER =
  /`((?:access|acquiring|connectors|core|fraud|identity|infra|payments|reference|transfers|webhooks)\/[a-z-]+)\/?`/g
const LINK = /\]\((?!\w+:)([^)\s]+)[^)]*\)/g
/** A record by its number alone: `decision 0240`. */
const DECISION = /\bdecision (\d{4})\b/gi
const PAGE = /\bdocs\/[\w/-]+\.md\b(?:#[\w-]+)?/g
/** A page cited by the number of its section, and a row of a list by its letter: pages here are cited by path and heading. */
const NUMBERED =
  /\b(?:contract|spec|design)\/[\w-]+(?:\.md)?|\b(?:README|[a-z-]+\.md) \d+(?:\.\d+)*\b(?! ?[a-z])|\b(?:contract|interface) \d+(?:\.\d+)*\b|\b[Cc]hecks? [A-H]\d{1,2}\b/g
const COMMENT = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/g
const SQL_COMMENT = /^\s*-- .*/gm
const FENCED = /^```[\s\S]*?^```/gm
const HEADING = /^#{1,6} (.+)$/gm

/** `texts`: path to text of what is read, every page among them; `files`: every path of the repository. Returns one line per fault. */
export const referenceFaults = (texts: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] => {
  const known = knownPaths(files)
  const headings = headingsOfPages(texts)
  return [...texts].flatMap(([path, text]) => {
    if (path === PLANTED) return []
    const prose = proseOf(path, text)
    const cited = matchesOf(path.endsWith('.md') ? prose : text, PAGE)
    const links = path.endsWith('.md') ? matchesOf(text, LINK).map((to) => linkTarget(path, to)) : []
    const named = [
      ...matchesOf(prose, PATH).filter((name) => !name.includes('*') && !isKnown(known, name)),
      ...matchesOf(prose, DECISION)
        .map((number) => `docs/decisions/${number}`)
        .filter((name) => !isKnown(known, name)),
      ...matchesOf(prose, FILE).filter((name) => !known.ends.has(name)),
      ...matchesOf(prose, CODE_FOLDER).filter((name) => !known.paths.has(name) && !known.paths.has(`src/${name}`)),
      ...[...cited, ...links].filter((to) => !known.paths.has(fileOf(to).replace(/\/$/, ''))).map(fileOf),
      ...[...cited, ...links].filter((to) => lacksHeading(headings, to)),
    ]
    return [
      ...[...new Set(named)].map((name) => `${path} names ${name}, which does not exist`),
      ...new Set(
        matchesOf(prose, NUMBERED).map((name) => `${path} cites ${name}: cite a page here by path and heading`),
      ),
    ]
  })
}

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

/** A link of a page as a path from the root; `#heading` alone is one of the page itself. */
const linkTarget = (path: string, to: string): string =>
  to.startsWith('#') ? `${path}${to}` : posix.join(posix.dirname(path), to)

const fileOf = (to: string): string => to.replace(/#.*/, '')

/** Page to the anchors of its headings. */
const headingsOfPages = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...texts]
      .filter(([path]) => path.endsWith('.md'))
      .map(([path, text]) => [path, new Set(anchorsOf(matchesOf(text.replace(FENCED, ''), HEADING)))]),
  )

/** As code hosts make them: a heading used twice is numbered. */
const anchorsOf = (titles: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const anchor = title
      .trim()
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

/** A page that was not read, or does not exist, is another fault or none. */
const lacksHeading = (headings: ReadonlyMap<string, ReadonlySet<string>>, to: string): boolean => {
  const [file = '', anchor] = to.split('#')
  const anchors = headings.get(file)
  return anchor !== undefined && anchors !== undefined && !anchors.has(anchor)
}

const proseOf = (path: string, text: string): string => {
  if (path.endsWith('.md')) return text.replace(LINK, ']')
  return (text.match(path.endsWith('.sql') ? SQL_COMMENT : COMMENT) ?? []).join('\n')
}

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole)
