/** A merchant whose tenant counts velocity: rules made over HTTP, payments through one process or several. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { paymentBody } from './payments.ts'
import { CARDS_AT, callBeside } from './second-process.ts'
import { openShop, type Shop } from './shop.ts'
import { SHOP, SHOP_CANCEL } from './three-d.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
type Told = Pick<Answer, 'status' | 'body'>

export interface VelocityShop extends Shop {
  /** Creates an active rule; returns its deletion. */
  rule(expression: Json, action: string, more?: object): Promise<() => Promise<void>>
  pay(change?: Json, headers?: Record<string, string>): Promise<Told>
  init(change?: Json, headers?: Record<string, string>): Promise<Told>
  /** The same at another process. */
  payAt(portBase: number, change?: Json, headers?: Record<string, string>): Promise<Told>
}

let nth = 0

export const openVelocityShop = async (): Promise<VelocityShop> => {
  const shop = await openShop()
  const { vezne } = shop
  const fraud = async (method: string, path: string, body?: unknown) =>
    vezne.request('fraud', method, `/api/v1/fraud/rules${path}`, {
      token: await vezne.token('admin', 'tenant-load'),
      ...(body === undefined ? {} : { body }),
    })
  return {
    ...shop,
    async rule(expression, action, more = {}) {
      const code = `V-${nth++}`
      const body = { process: 'sanal_pos', code, name: code, type: 'velocity', action, ...more }
      const made = await fraud('POST', '', { ...body, expression_json: JSON.stringify(expression) })
      assert.equal(made.status, 201, made.text)
      return async () => {
        assert.equal((await fraud('DELETE', `/${made.body.id}`)).status, 204)
      }
    },
    pay: (change = {}, headers = {}) => shop.call('POST', '/payments', paymentBody(change), headers),
    init: (change = {}, headers = {}) =>
      shop.call(
        'POST',
        '/payments/3d/init',
        { ...paymentBody(change), return_url: SHOP, cancel_url: SHOP_CANCEL },
        headers,
      ),
    async payAt(portBase, change = {}, headers = {}) {
      return callBeside({ portBase }, CARDS_AT, 'POST', '/payments', {
        token: await vezne.token('admin', 'tenant-load'),
        body: paymentBody(change),
        headers: { 'x-external-merchant-id': 'M-3001', ...headers },
      })
    },
  }
}

/** True from so many earlier checks on. */
export const atLeast = (variable: string, limit: number) => ({ '>=': [{ var: variable }, limit] })

let card = 482_915_000
/**
 * A card no other test has: passes Luhn, and the simulated bank takes it. Its digits are no noughts, because packed in bytes those are found in
 * the database's log by chance.
 */
export const freshCard = (): { number: string } => {
  const body = `454671${++card}`
  const sum = [...body].reduceRight((total, digit, at) => {
    const doubled = Number(digit) * ((body.length - at) % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return { number: `${body}${(10 - (sum % 10)) % 10}` }
}

/** How many of the responses were not refused by a rule. */
export const passedOf = (answers: readonly Told[]): number =>
  answers.filter(({ body }) => body.code !== 'fraud_blocked').length
