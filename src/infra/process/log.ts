/**
 * The log: one JSON line per completed action, with stable keys, and two filters that keep secrets and card numbers
 * out.
 */
import pino from 'pino'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { LogTarget } from './log-target.ts'
import { counter } from './metrics.ts'

export type LogFields = Readonly<Record<string, unknown>>

/** `event` is a stable dotted name such as `delivery.attempted`; an error goes under the key `err`. */
export interface Log {
  debug(event: string, facts?: LogFields): void
  info(event: string, facts?: LogFields): void
  warn(event: string, facts?: LogFields): void
  error(event: string, facts?: LogFields): void
  /** Resolves when everything logged so far is on its way to the disk. */
  flush(): Promise<void>
}

export const maskedTotal = counter('vezne_card_numbers_masked_total')

const DEPTH_MAX = 5 // facts are flat; this only ends a cycle
const HIDDEN = '***'
const SECRET_KEY =
  /authorization|secret|password|passwd|cvv|cvc|cv2|cookie|token|privatekey|apikey|masterkey|cardnumber|cardholder|holdername|^pan$|^cards?$|^expiry|^connectionstring$/
/** Keys that only look like names of secrets. */
const HARMLESS_KEY = /^(tokentype|tokenclass|tokencount|idempotencykey)$/

export const createLog = (level: string, target: LogTarget): Log => {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (facts: unknown) => facts }, // errorFacts has already redacted it
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => target.write(gated(line)) },
  )
  const at =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, facts: LogFields = {}): void => {
      if (logger.isLevelEnabled(severity)) logger[severity](redactSecrets(facts, 0) as object, event)
    }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    flush: () => new Promise((resolve) => (target.flush ? target.flush(() => resolve()) : resolve())),
  }
}

/** Copies facts without secrets: filtered by key, at any depth. Errors keep name, message, code and stack. */
const redactSecrets = (value: unknown, depth: number): unknown => {
  if (value instanceof Error) return errorFacts(value)
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value))
    return Buffer.isBuffer(value) ? '[bytes]' : value
  if (depth >= DEPTH_MAX) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactSecrets(item, depth + 1))
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value
  const copy: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value))
    copy[key] = isSecretKey(key) ? HIDDEN : redactSecrets(item, depth + 1)
  return copy
}

export const isSecretKey = (key: string): boolean => {
  const judgedKey = judgedKeys.get(key)
  if (judgedKey !== undefined) return judgedKey
  const plain = key.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  const isSecret = SECRET_KEY.test(plain) && !HARMLESS_KEY.test(plain)
  if (judgedKeys.size < JUDGED_KEYS_MAX) judgedKeys.set(key, isSecret)
  return isSecret
}
/** The program's own keys are few and cached; names a caller may invent are checked every time. */
const judgedKeys = new Map<string, boolean>()
const JUDGED_KEYS_MAX = 1_000

/** Omits the database's `detail`, which shows values of rows. */
const errorFacts = (error: Error): LogFields => {
  const { code, constraint, table } = error as Error & { code?: string; constraint?: string; table?: string }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
    ...(error.cause instanceof Error ? { cause: errorFacts(error.cause) } : {}),
  }
}

/** The last filter masks every card number. A masked JSON number would break the line, so it becomes a string. */
const gated = (line: string): string => {
  if (maskCardNumbers(line) === line) return line
  maskedTotal.inc()
  const clean = JSON.stringify(JSON.parse(line), (_key, value: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value
    const masked = maskCardNumbers(String(value))
    return masked === String(value) ? value : masked
  })
  return `${maskCardNumbers(clean)}\n`
}
