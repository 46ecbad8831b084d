/** What every answer must be, whatever was asked: documented, well-formed, complete, and no for what is invalid. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { passesLuhn } from '../../../src/core/card-number.ts'
import type { Answered, Operation } from './operations.ts'

export interface Received {
  status: number
  headers: Record<string, string>
  text: string
}

export interface Sent {
  isInvalid: boolean
  requestId: string | undefined
  /** The request as text, for what must not come back. */
  text: string
}

/** Faults of an answer; none when it is as it must be. */
export const judge = (operation: Operation, sent: Sent, got: Received): string[] => {
  const documented = operation.answers[got.status]
  if (!documented) return [`status ${got.status} is not documented: ${got.text.slice(0, 300)}`]
  return [
    // 502: a missing bank, where the operation documents it.
    ...(got.status >= 500 && ![502, 503].includes(got.status)
      ? [`status ${got.status}: ${got.text.slice(0, 300)}`]
      : []),
    ...(sent.isInvalid && got.status < 400 ? [`accepted an invalid request with ${got.status}`] : []),
    ...headerFaults(documented, sent, got),
    ...bodyFaults(operation, documented, got),
    ...leaks(operation, sent, got),
  ]
}

const headerFaults = (documented: Answered, sent: Sent, { headers }: Received): string[] => {
  const missing = documented.headers.filter((name) => headers[name] === undefined).map((name) => `no header ${name}`)
  const correlation = headers['x-correlation-id'] ?? ''
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(correlation)) missing.push('X-Correlation-Id is no uuid')
  if (sent.requestId !== undefined && correlation !== sent.requestId) missing.push('X-Request-Id was not taken')
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'])
    if (headers[name] !== undefined && !/^\d+$/.test(headers[name])) missing.push(`${name} is no whole number`)
  return missing
}

const bodyFaults = (operation: Operation, documented: Answered, got: Received): string[] => {
  const types = Object.keys(documented.content)
  if (types.length === 0) return got.text === '' ? [] : ['a body where none is documented']
  const type = (got.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  const schema = documented.content[type]
  if (!schema) return [`media type ${type} is not documented`]
  if (!type.endsWith('json')) return []
  let body: unknown
  try {
    body = JSON.parse(got.text)
  } catch {
    return ['the body is no JSON']
  }
  const validate = validatorOf(schema)
  const faults = validate(body)
    ? []
    : (validate.errors ?? [])
        .slice(0, 5)
        .map(({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`)
  return [...faults, ...(got.status >= 400 ? problemFaults(operation, documented, got, body) : [])]
}

const problemFaults = (_operation: Operation, documented: Answered, got: Received, body: unknown): string[] => {
  const problem = body as {
    code: string
    type: string
    status: number
    detail: string
    correlation_id: string
    errors?: { message?: string }[]
  }
  return [
    ...(documented.codes.includes(problem.code) ? [] : [`code ${problem.code} is not documented for ${got.status}`]),
    ...(problem.type?.endsWith(`/${problem.code}`) ? [] : ['type does not end with the code']),
    ...(problem.status === got.status ? [] : ['status differs from the HTTP status']),
    ...(problem.correlation_id === got.headers['x-correlation-id'] ? [] : ['correlation_id differs from the header']),
    ...(saysSomething(problem) ? [] : ['detail says nothing']),
  ]
}

/** A decline passes on the bank's own message, which a test card may make as short as it likes. */
const saysSomething = ({ code, detail }: { code: string; detail?: string }): boolean =>
  (detail?.length ?? 0) > (code === 'bank_declined' ? 0 : 10)

const leaks = (operation: Operation, sent: Sent, got: Received): string[] => {
  const faults = /\bat .+\.[jt]s:\d+|node_modules|\bselect .+ from\b/i.test(got.text)
    ? ['the answer shows our insides']
    : []
  if (operation.path.includes('test-cards') || operation.path.includes('TestCards')) return faults
  const cards = [...sent.text.matchAll(/"(\d{13,19})"/g)].map(([, digits = '']) => digits).filter(passesLuhn)
  return [...faults, ...(cards.some((digits) => got.text.includes(digits)) ? ['a card number came back unmasked'] : [])]
}

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
const validators = new WeakMap<object, ValidateFunction>()
const validatorOf = (schema: object): ValidateFunction => {
  const known = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, known)
  return known
}
