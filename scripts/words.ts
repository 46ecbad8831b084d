/** The English of comments and names: finds what a rule of scripts/word-rules.ts refuses, and says where it is and what to write. */
import { CLEAN, FUNCTIONS, NAMES, OPENINGS, type Rule, WORDS } from './word-rules.ts'

/** A comment in code begins a line or follows a blank; lines of `//` that follow one another are one comment. */
const COMMENT = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^[ \t]*)\/\/ .*(?:\n[ \t]*\/\/ .*)*|(?<=\s)\/\/ .*/gm
const DECLARED =
  /^\s*(?:export )?(?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm

const FUNCTION = /^export (?:async )?(?:const (\w+)(?:: [^\n=]+)? =\s+(?:async )?(?:<[^>]*>\s*)?\(|function\*? (\w+))/gm

/** A row that is read before a change: `known` says neither what it is nor that it may be old. */
const ROW_BEFORE = /^\s*const known = (?:require\w+\(|\(?await (?:lock|find)\w+\()/gm

/** `files`: path from the root to text; those outside of `clean` are not read. Returns one line per fault. */
export const wordFaults = (files: ReadonlyMap<string, string>, clean: readonly string[] = CLEAN): string[] =>
  [...files].flatMap(([path, text]) =>
    clean.some((folder) => path.startsWith(`${folder}/`)) && !path.includes('/generated/')
      ? [...commentFaults(path, text), ...nameFaults(path, text), ...functionFaults(path, text)]
      : [],
  )

const commentFaults = (path: string, text: string): string[] =>
  [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const prose = proseOf(comment)
    return [...OPENINGS, ...WORDS].flatMap((rule) => {
      const found = find(rule, prose)
      if (found === undefined) return []
      const line = findLineNumber(text, index + findInComment(comment, found))
      const verb = OPENINGS.includes(rule) ? 'begins with' : 'has'
      return [`${path}:${line} the comment ${quote(prose, found)} ${verb} "${found}"; write instead: ${rule.instead}`]
    })
  })

/** Returns where the words are in the comment as it is written, where a line may end between them. */
const findInComment = (comment: string, found: string): number =>
  comment.search(new RegExp(found.replaceAll(' ', '[\\s*/]+')))

const AROUND = 30
/** Quotes the words with some text around them, so that they are found at a glance. */
const quote = (prose: string, found: string): string => {
  const at = prose.indexOf(found)
  const [from, to] = [Math.max(0, at - AROUND), at + found.length + AROUND]
  return `"${from > 0 ? '…' : ''}${prose.slice(from, to)}${to < prose.length ? '…' : ''}"`
}

const nameFaults = (path: string, text: string): string[] =>
  [...text.matchAll(DECLARED)].flatMap(({ 0: declaration, 1: name = '', index }) =>
    NAMES.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(splitName(name)) ?? []
      const line = findLineNumber(text, index + declaration.length)
      return found === undefined ? [] : [`${path}:${line} the name ${name} has "${found}"; use instead: ${instead}`]
    }),
  )

const functionFaults = (path: string, text: string): string[] => [
  ...[...text.matchAll(ROW_BEFORE)].map(
    ({ 0: row, index }) =>
      `${path}:${findLineNumber(text, index + row.length)} the name known says nothing of the row; use instead: what the row is, such as currentUser or storedKey`,
  ),
  ...[...text.matchAll(FUNCTION)].flatMap(({ 1: constant, 2: declared, index }) => {
    const name = constant ?? declared ?? ''
    return FUNCTIONS.filter(({ pattern, isAllowed }) => pattern.test(name) && !isAllowed(name, path)).map(
      ({ part, instead }) =>
        `${path}:${findLineNumber(text, index)} the exported function ${name} has "${part}", which means several things; use instead: ${instead}`,
    )
  }),
]

const find = ({ pattern, allowed }: Rule, prose: string): string | undefined => {
  const rest = allowed === undefined ? prose : prose.replace(new RegExp(allowed, 'gi'), '…')
  return pattern.exec(rest)?.[0]
}

/** Returns the text of a comment without its marks, and without code in backquotes, which is not English. */
const proseOf = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*\/$/g, '')
    .replace(/^[ \t]*(?:\/\/|\*)/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=.)`[^`]*`/g, '…')
    .trim()

/** Splits a name at its capitals and underscores, in lower case: `giveBack` becomes `give back`. */
const splitName = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('_', ' ')
    .toLowerCase()

const findLineNumber = (text: string, index: number): number => text.slice(0, index).split('\n').length
