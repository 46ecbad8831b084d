/** Callers of the blacklist's operations, in either route scope. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { openPeople } from './people.ts'
import { startVezne, type Vezne } from './vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const ANALYST = 'analyst@demo.example'

export type Who = 'platform' | 'fraud' | 'analyst' | 'admin' | 'other'

export interface BlacklistTeam {
  readonly vezne: Vezne
  call(who: Who, method: string, path?: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Scope global unless the platform names another. */
  add(who: Who, body: Json, headers?: Record<string, string>): Promise<Json>
  all(who: Who, query?: string): Promise<Json[]>
  idsOf(who: Who, query?: string): Promise<string[]>
  /** A time so long from now. */
  from(ms: number): string
  stop(): Promise<void>
}

export const startBlacklistTeam = async (): Promise<BlacklistTeam> => {
  const vezne = await startVezne()
  const people = openPeople(vezne)
  const analyst = await people.token(ANALYST, people.demoPassword(ANALYST))
  const tokenOf = (who: Who): Promise<string> | string => {
    if (who === 'analyst') return analyst
    if (who === 'platform') return vezne.token('admin', 'master')
    return who === 'other' ? vezne.token('admin', 'tenant-other') : vezne.token(who)
  }
  const call: BlacklistTeam['call'] = async (who, method, path = '', body, headers = {}) =>
    vezne.request('fraud', method, `/api/v1${who === 'platform' ? '/platform' : ''}/fraud/blacklist${path}`, {
      token: await tokenOf(who),
      headers,
      ...(body === undefined ? {} : { body }),
    })
  const all: BlacklistTeam['all'] = async (who, query = '') =>
    (await call(who, 'GET', `?page_size=100${query}`)).body.items
  return {
    vezne,
    call,
    all,
    async add(who, body, headers = {}) {
      const answer = await call(who, 'POST', '', who === 'platform' ? { scope: 'global', ...body } : body, headers)
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    },
    idsOf: async (who, query = '') => (await all(who, query)).map(({ id }) => id),
    from: (ms) => new Date(vezne.runtime.clock.ms() + ms).toISOString(),
    stop: () => vezne.stop(),
  }
}
