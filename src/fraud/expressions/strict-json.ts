/** JSON of an expression, as strictly read as a body: what JSON.parse accepts or changes silently is reported as a fault. */
import { parseJson } from '../../core/json.ts'
import { type Phrase, phrase, verbatim } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

interface ParsedText {
  /** Absent where the text is no JSON at all. */
  readonly json?: unknown
  /** `path` is a JSON Pointer; where it is empty, the message names line and column. */
  readonly fault?: { readonly path: string; readonly message: Phrase }
}

export const parseStrictJson = (text: string): ParsedText => {
  if (text.trim() === '') return refused(phrase`the text is empty; give one JSON object`)
  if (text.startsWith('\uFEFF')) return refused(phrase`the text starts with a byte order mark; leave it out`)
  if (!text.isWellFormed()) return refused(phrase`half of a surrogate pair alone is no character`)
  try {
    return { json: parseJson(Buffer.from(text)) }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    const [error] = problem.extras.errors ?? []
    return {
      ...loosely(text),
      fault: error
        ? { path: pointerOf(error.field), message: error.message }
        : { path: '', message: verbatim(problem.message) },
    }
  }
}

const refused = (message: Phrase): ParsedText => ({ fault: { path: '', message } })

/** Operators hold neither a dot nor a bracket, so the dotted path of a body reads as a pointer. */
const pointerOf = (field: string): string =>
  field === ''
    ? ''
    : `/${field.replaceAll('/', '~1')}`.replaceAll('.', '/').replaceAll(/\[(\d+)\]/g, (_, at: string) => `/${at}`)

/** Parses leniently for syntax faults, which name more than a position in the text. */
const loosely = (text: string): { json?: unknown } => {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return {}
  }
}
