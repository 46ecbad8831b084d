/** A service to which every payment sent is a mistake: each must be refused with its hint, and leave no row behind. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ProblemCode } from '../../src/core/error-codes.ts'
import type { Answer } from './http.ts'
import { paymentBody } from './payments.ts'
import { assertProblem } from './problems.ts'
import { rowCounts } from './row-counts.ts'
import { startVezne, type Vezne } from './vezne.ts'

/** Name, body, code, text of the hint, `field code` of an entry of errors[]. */
export type Refusal = [name: string, body: unknown, code: ProblemCode, hint: RegExp, field?: string]

export interface RefusedPayments {
  readonly vezne: Vezne
  pay(body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** One test per row. */
  refuses(rows: readonly Refusal[]): void
  /** To be called last: the test that compares all tables with how they were. */
  wroteNothing(): void
}

/** Calls as tenant-load, which no limit holds back. `tokens` are fetched first, since fetching one writes a row. */
export const refusedPayments = (...tokens: [client: string, realm?: string][]): RefusedPayments => {
  let vezne: Vezne
  let rows: Record<string, number>
  before(async () => {
    vezne = await startVezne()
    for (const [client, realm] of [['admin', 'tenant-load'] as const, ...tokens]) await vezne.token(client, realm)
    rows = await rowCounts(vezne.ownerUrl)
    assert.ok((rows['public.merchants'] ?? 0) > 0, 'the counting role sees rows')
  })
  after(() => vezne.stop())
  const pay: RefusedPayments['pay'] = async (body, headers = {}) =>
    vezne.request('cards', 'POST', '/api/v1/payments', {
      token: await vezne.token('admin', 'tenant-load'),
      body,
      headers,
    })
  return {
    get vezne() {
      return vezne
    },
    pay,
    refuses(table) {
      for (const [name, body, code, hint, field] of table)
        test(name, async () => {
          assertProblem(await pay(body), code, hint, field)
        })
    },
    wroteNothing() {
      test('nothing of all this was written', async () => assert.deepEqual(await rowCounts(vezne.ownerUrl), rows))
    },
  }
}

/** A valid body as text, to be damaged by the test. */
export const paymentText = (change: object = {}): string => JSON.stringify(paymentBody(change))
/** That text with one more member at its end. */
export const withMember = (member: string): string => `${paymentText().slice(0, -1)},${member}}`
