/** Reads path values, query and body of an endpoint: the result is normalized and validated. */
import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../core/json.ts'
import { either, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { BODY_BYTES_MAX, FORM_BYTES_MAX } from '../../infra/http/http-limits.ts'
import { type Pairs, parseUrlencoded } from '../../infra/http/urlencoded.ts'
import type { Endpoint, SurfaceName } from '../endpoint.ts'
import { BANK_FORM_TYPE, parseBankForm } from './bank-form.ts'
import { checkRanges, dateRangeAliases, listRanges } from './query-ranges.ts'
import { type Checker, compileChecker } from './schema-checker.ts'

export interface Input {
  /** Path values as the router decoded them. A value of the wrong form cannot exist: 404 where the endpoint defines a code for it. */
  params(raw: Readonly<Record<string, string | undefined>>): unknown
  /** The query string as sent, without the question mark; `surface` names the code of a reversed range. */
  query(text: string, surface: SurfaceName): unknown
  /** The body's bytes (null or empty: none was sent) with the two headers that describe them. */
  body(bytes: Buffer | null, contentType: string | undefined, contentEncoding?: string | undefined): unknown
  /** Compiles the check of a JSON body, so that the first request does not wait for it. */
  warmUp(): void
}

/** Compiled once, however many servers an endpoint is mounted on. */
export const compileInput = (spec: Endpoint): Input => {
  const known = inputs.get(spec) ?? compiled(spec)
  inputs.set(spec, known)
  return known
}
const inputs = new WeakMap<Endpoint, Input>()

const compiled = (spec: Endpoint): Input => {
  const isStrict = spec.movesMoney === true
  const bytesMax = limitBodyBytes(spec)
  const params = compileChecker(spec.params, { isText: true })
  const query = compileChecker(spec.query, {
    isText: true,
    isQuery: true,
    ...(refusesUnknownNames(spec) ? { refusesUnknown: 'query name' as const } : {}),
  })
  const strict = isStrict ? { refusesUnknown: 'member' as const } : {}
  const json = compileChecker(spec.body, { isText: false, ...strict })
  const form = compileChecker(spec.body, { isText: true, ...strict })
  const renamed = compileNames(spec)
  const ranges = listRanges(spec)
  const respelt = compileMembers(spec)
  return {
    params: (raw) => (spec.params ? readParams(spec, raw, params) : {}),
    query(text, surface) {
      if (!spec.query) return {}
      const { pairs, sentAs } = renamed(readQuery(text))
      const values = query(pairs, sentAs) as Record<string, unknown>
      checkRanges(ranges, values, surface, sentAs)
      return values
    },
    body(bytes, contentType, contentEncoding) {
      if (spec.takesFile) return checkFile(spec.takesFile, bytes, contentType, contentEncoding)
      if (!spec.body) return undefined
      const isEmpty = bytes === null || bytes.length === 0
      if (spec.readsForm && isEmpty) return {}
      if (isEmpty && contentType === undefined && contentEncoding === undefined) return absentBody(spec, json)
      const type = mediaType(spec, contentType ?? (isEmpty ? 'application/json' : undefined), contentEncoding)
      if (isEmpty) return absentBody(spec, json)
      if (bytes.length > bytesMax) throw tooLarge(bytesMax)
      if (spec.readsForm) return parseBankForm(bytes, contentType ?? '')
      return type === 'form' ? form(readForm(bytes)) : json(respelt(objectOf(spec, parseJson(bytes))))
    },
    warmUp: () => json.warmUp(),
  }
}

/** An endpoint that takes a form is a page or has a few short fields. */
export const limitBodyBytes = (spec: Endpoint): number =>
  spec.bodyBytesMax ?? (takesForm(spec) ? FORM_BYTES_MAX : BODY_BYTES_MAX)

/** A misspelt filter would return everything. Parameters a bank adds to a callback's address are not ours. */
const refusesUnknownNames = ({ method, allow }: Endpoint): boolean => method === 'GET' && allow !== 'none'

interface Renamed {
  readonly pairs: Pairs
  /** Returns the name that the caller used for a range that has two pairs of names, so that refusals mention it. */
  readonly sentAs: (name: string) => string
}

const asListed = (name: string): string => name

/** Query names in other spellings, where the endpoint takes them. */
const compileNames = (spec: Endpoint): ((pairs: Pairs) => Renamed) => {
  const ofRange = dateRangeAliases(spec)
  const names = new Map(Object.entries({ ...spec.queryAliases, ...ofRange }))
  if (names.size === 0) return (pairs) => ({ pairs, sentAs: asListed })
  for (const name of Object.keys(spec.query?.properties ?? {})) names.set(name.toLowerCase(), name)
  return (pairs) => {
    const result = Object.create(null) as Pairs
    const spelt = new Map<string, string>()
    for (const [sent, values] of Object.entries(pairs)) {
      const name = names.get(sent.toLowerCase()) ?? sent
      result[name] = [...(result[name] ?? []), ...values]
      spelt.set(name, Object.hasOwn(ofRange, sent.toLowerCase()) ? sent.toLowerCase() : name)
    }
    return { pairs: result, sentAs: (name) => spelt.get(name) ?? name }
  }
}

/** Members of a JSON body in other spellings, where the endpoint takes them. */
const compileMembers = ({ bodyAliases }: Endpoint): ((body: unknown) => unknown) => {
  if (!bodyAliases) return (body) => body
  const aliases = Object.entries(bodyAliases)
  return (body) => {
    const result = { ...(body as Record<string, unknown>) }
    for (const [alias, name] of aliases) if (Object.hasOwn(result, alias)) result[name] ??= result[alias]
    return result
  }
}

const readParams = (spec: Endpoint, raw: object, read: Checker): unknown => {
  // The router takes /payments/ for /payments/:id with an empty id; a trailing slash is another path.
  if (Object.values(raw).includes(''))
    throw new Problem('route_not_found', { detail: phrase`No path here ends with a slash.` })
  try {
    return read(raw)
  } catch (error) {
    if (!(error instanceof Problem) || spec.errors?.includes('bad_request')) throw error
    // A value of another form cannot exist.
    throw new Problem(spec.notFound ?? 'resource_not_found', {
      detail: phrase`Nothing has this address: ${error.said}`,
    })
  }
}

const readQuery = (text: string): Pairs => {
  // Node hands bytes above 127 on as if they were Latin-1: they would come out as other characters.
  if (/[^\u0021-\u007e]/.test(text))
    throw new Problem('bad_request', {
      detail: phrase`The query string has characters outside ASCII; write them as %XX`,
      errors: [],
    })
  return parseUrlencoded(text)
}

const readForm = (bytes: Buffer): Pairs => {
  if (!isUtf8(bytes)) throw new Problem('bad_request', { detail: phrase`The form is not valid UTF-8`, errors: [] })
  return parseUrlencoded(bytes.toString())
}

const absentBody = (spec: Endpoint, read: (sent: unknown) => unknown): unknown => {
  if (spec.isBodyOptional) return read({})
  throw new Problem('invalid_json', { detail: phrase`The body is empty; send a JSON object` })
}

const objectOf = (spec: Endpoint, value: unknown): unknown => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject || spec.body?.type === 'array') return value
  throw new Problem('invalid_json', { detail: phrase`The body must be a JSON object, in braces` })
}

/** A file is not parsed: this checks only that there is one, and that its media type is one that the operation takes. */
const checkFile = (types: readonly string[], bytes: Buffer | null, type = '', encoding = 'identity'): undefined => {
  const taken = [...types, 'application/octet-stream']
  if (encoding.trim().toLowerCase() !== 'identity' || !taken.includes(type.split(';')[0]!.trim().toLowerCase()))
    throw new Problem('unsupported_media_type', { detail: phrase`Send the file as it is, as ${either(taken)}` })
  if (bytes === null || bytes.length === 0)
    throw new Problem('bad_request', { detail: phrase`The body is empty; send the file itself`, errors: [] })
}

const tooLarge = (most: number): Problem =>
  new Problem('payload_too_large', { detail: phrase`The body is larger than ${most} bytes` })

const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i

const FORM = 'application/x-www-form-urlencoded'
const takesForm = (spec: Endpoint): boolean => spec.takesForm === true || spec.readsForm === true

const mediaType = (spec: Endpoint, type = '', encoding = 'identity'): 'json' | 'form' => {
  const taken = [...(spec.readsForm ? [] : ['application/json']), ...(takesForm(spec) ? [FORM] : [])]
  if (encoding.trim().toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', {
      detail: phrase`Content-Encoding is not taken; send the body as it is`,
    })
  if (!spec.readsForm && (type === 'application/json' || JSON_TYPE.test(type))) return 'json'
  if (takesForm(spec) && (spec.readsForm ? BANK_FORM_TYPE : FORM_TYPE).test(type)) return 'form'
  throw new Problem('unsupported_media_type', {
    detail:
      type === ''
        ? phrase`Content-Type is missing; send ${either(taken)}, in UTF-8`
        : phrase`This Content-Type is not taken; send ${either(taken)}, in UTF-8`,
  })
}
