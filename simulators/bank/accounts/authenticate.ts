/**
 * Authenticates the caller: the customer named in the header, proven by the signature over time, method, address and
 * body.
 */
import type { FastifyRequest } from 'fastify'
import type { Bank } from '../bank-parts.ts'
import { same } from '../wire/same.ts'
import type { Answer } from '../wire/serve.ts'
import { refusal } from './answers.ts'
import { callSignature } from './signature.ts'

const TOLERANCE_S = 300

/**
 * Returns the customer's id, or the refusal. A timestamp may be used twice, because the reference of a transfer makes a
 * repeat harmless.
 */
export const authenticate = (bank: Bank, request: FastifyRequest): string | Answer => {
  const { headers, method, url, body } = request
  const [customer, timestamp, signature] = ['x-customer-id', 'x-timestamp', 'x-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string]
  const known = bank.ledger.books.accounts.customers.get(customer)
  if (!known) return refusal(401, 'unknown_customer', 'no customer of this id has handed in a key')
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_S
  const right = callSignature(known.secret_key, { timestamp, method, path: url, body: body as Buffer })
  if (isFresh && same(signature, right)) return customer
  bank.ledger.commit({ kind: 'violation', violation: 'wrong_signature', merchant: customer, order_id: '' })
  return refusal(401, 'wrong_signature', 'the signature or its time is not right')
}
