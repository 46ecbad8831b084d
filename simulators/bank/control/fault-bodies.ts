/** Parses the body of PUT /control/faults into an armed fault. */
import { randomBytes } from 'node:crypto'
import { FAULTS, faultKind, REFUSE_CONNECT } from '../faults/catalogue.ts'
import type { FaultArmed } from '../ledger/facts.ts'
import { maskCard } from '../world/cards.ts'
import { resolveMerchant } from '../world/merchants.ts'

export interface FaultBody {
  readonly kind: string
  readonly id?: string
  readonly match?: Readonly<Record<string, string | number>>
  readonly times?: number | null
  readonly probability?: number
  readonly seed?: string
  readonly parameters?: Readonly<Record<string, string | number | boolean>>
}

const KINDS = [...Object.keys(FAULTS), REFUSE_CONNECT]

const one = {
  type: 'object',
  required: ['kind'],
  additionalProperties: false,
  properties: {
    kind: { enum: KINDS },
    id: { type: 'string', minLength: 1, maxLength: 64 },
    match: {
      type: 'object',
      additionalProperties: false,
      properties: {
        face: {
          enum: ['nestpay', 'garanti', 'posnet', 'payfor', 'akbank', 'interpos', 'kuveyt', 'iyzico', 'accounts'],
        },
        merchant: { type: 'string' },
        order_id: { type: 'string' },
        card: { type: 'string' },
        iban: { type: 'string' },
        amount: { type: 'integer', minimum: 1 },
        operation: {
          enum: [
            ...['sale', 'preauth', 'capture', 'void', 'refund', 'status', 'history', 'gate', 'callback', 'chargeback'],
            ...['seal', 'resolve'],
            ...['transfer', 'reversal', 'receipt', 'accounts', 'statement', 'notice'],
          ],
        },
      },
    },
    times: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    probability: { type: 'number', minimum: 0, maximum: 1 },
    seed: { type: 'string', maxLength: 64 },
    parameters: {
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    },
  },
} as const

export const FAULT_SCHEMA = { anyOf: [one, { type: 'array', items: one, minItems: 1, maxItems: 100 }] }

/** Returns a text for a parameter that its kind does not have, or that has another type. */
export const armedFault = (body: FaultBody): FaultArmed | string => {
  const { kind, match = {}, times = 1, probability = 1, parameters = {} } = body
  const known = faultKind(kind).parameters
  for (const [name, value] of Object.entries(parameters)) {
    if (!Object.hasOwn(known, name)) return `${kind} has no parameter ${name}; it has: ${Object.keys(known).join(', ')}`
    if (typeof value !== typeof known[name]) return `${name} of ${kind} is a ${typeof known[name]}`
  }
  const { card, merchant } = match
  return {
    kind: 'fault_armed',
    id: body.id ?? randomBytes(6).toString('hex'),
    fault: kind,
    match: {
      ...match,
      ...(card === undefined ? {} : { card: maskCard(String(card).replaceAll(/\D/g, '')) }),
      ...(merchant === undefined ? {} : { merchant: resolveMerchant(String(merchant)) }),
    },
    times,
    probability,
    seed: body.seed ?? randomBytes(6).toString('hex'),
    parameters: { ...known, ...parameters },
  }
}
