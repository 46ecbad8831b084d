/** Fraud rules over HTTP in tests: as the platform, as the fraud team of a tenant, as another tenant. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { startVezne, type Vezne } from './vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export const DEMO = '00000000-0000-4000-8000-000000000010'
export const OTHER = '00000000-0000-4000-8000-000000000011'
export const NOBODY = '00000000-0000-4000-8000-00000000ffff'

export type Who = 'platform' | 'fraud' | 'admin' | 'other'

export interface RuleRig {
  readonly vezne: Vezne
  /** On the fraud surface; `path` follows /api/v1, for the platform /api/v1/platform. */
  call(who: Who, method: string, path: string, body?: unknown): Promise<Answer>
  /** On the rules. */
  rules(who: Who, method: string, path?: string, body?: unknown): Promise<Answer>
  make(who: Who, more?: Json): Promise<Json>
  /** As the list shows it; undefined when it does not. */
  shown(id: string, who?: Who): Promise<Json>
}

/** True from this amount on, in minor units. */
export const over = (amount: number): string => `{">=":[{"var":"amount_minor"},${amount}]}`

let nth = 0
/** A rule that no payment of a test meets. */
export const ruleOf = (more: Json = {}): Json => ({
  process: 'sanal_pos',
  code: `RULE-${nth++}`,
  name: 'A rule',
  type: 'amount_threshold',
  expression_json: over(900_000_000),
  action: 'review',
  ...more,
})

export const startRuleRig = async (): Promise<RuleRig> => {
  const vezne = await startVezne()
  const call: RuleRig['call'] = async (who, method, path, body) =>
    vezne.request('fraud', method, `/api/v1${who === 'platform' ? '/platform' : ''}${path}`, {
      token: await (who === 'platform'
        ? vezne.token('admin', 'master')
        : vezne.token(who === 'other' ? 'admin' : who, who === 'other' ? 'tenant-other' : 'tenant-demo')),
      ...(body === undefined ? {} : { body }),
    })
  const rules: RuleRig['rules'] = (who, method, path = '', body) => call(who, method, `/fraud/rules${path}`, body)
  return {
    vezne,
    call,
    rules,
    async make(who, more = {}) {
      const scope = who === 'platform' ? { scope: 'global' } : {}
      const answer = await rules(who, 'POST', '', ruleOf({ ...scope, ...more }))
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    },
    async shown(id, who = 'fraud') {
      for (let page = 1; ; page++) {
        const { body } = await rules(who, 'GET', `?page_size=100&page=${page}`)
        const found = body.items.find((each: Json) => each.id === id)
        if (found || !body.has_next_page) return found
      }
    },
  }
}
