/** Tests of routing by two people: two persons of the demo tenant under connectors.four_eyes, and what its next payments would meet. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { openPeople } from './people.ts'
import { startVezne, type Vezne } from './vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export const TENANT = '00000000-0000-4000-8000-000000000010'
export const MARKET = '00000000-0000-4000-8000-000000000020'
export const SIMBANK = '00000000-0000-4000-8000-000000000030'
export const PRIMARY = '00000000-0000-4000-8000-000000000031'
export const FALLBACK = '00000000-0000-4000-8000-000000000032'

export type Person = 'first' | 'second'

export interface TwoPeople {
  readonly vezne: Vezne
  call(who: Person, method: string, path: string, body?: unknown): Promise<Answer>
  /** Switches the setting on. */
  wantTwo(): Promise<void>
  /** Of a configuration, or of a waiting change. */
  decide(who: Person, path: string, step?: 'confirm' | 'reject'): Promise<Answer>
  configuration(id: string): Promise<Json>
  /** What waits, and not in a configuration. */
  waiting(who?: Person): Promise<Json[]>
  /** Everything that says where payments go. */
  routing(): Promise<Json>
  /** Nothing but these configurations takes payments from now on; written to the database, as before the setting was on. */
  only(...ids: string[]): Promise<void>
}

export const startTwoPeople = async (): Promise<TwoPeople> => {
  const vezne = await startVezne()
  const people = openPeople(vezne)
  const tokens = {
    first: await vezne.token('admin'),
    second: await people.token('admin@demo.example', people.demoPassword('admin@demo.example')),
  }
  const call: TwoPeople['call'] = (who, method, path, body) =>
    vezne.request('cards', method, `/api/v1${path}`, {
      token: tokens[who],
      ...(body === undefined ? {} : { body }),
    })
  const configuration: TwoPeople['configuration'] = async (id) =>
    (await call('first', 'GET', `/connector-configurations/${id}`)).body
  const waiting: TwoPeople['waiting'] = async (who = 'first') =>
    (await call(who, 'GET', `/waiting-changes${who === 'second' ? '?waits_for=me' : ''}`)).body.items
  return {
    vezne,
    call,
    configuration,
    waiting,
    async wantTwo() {
      const switched = await call('first', 'POST', '/settings', { key: 'connectors.four_eyes', value: 'true' })
      assert.equal(switched.status, 201, switched.text)
    },
    async decide(who, path, step = 'confirm') {
      if (!path.includes('-configurations/')) return call(who, 'POST', `${path}/${step}`)
      const { pending_change } = (await call('first', 'GET', path)).body
      return call(who, 'POST', `${path}/${step}`, { change_id: pending_change?.id ?? SIMBANK })
    },
    async routing() {
      const all = async (path: string) =>
        (await call('first', 'GET', `${path}?include_inactive=true&page_size=100`)).body.items.map(
          ({ pending_change: _, last_modified: __, ...row }: Json) => row,
        )
      return {
        connectors: await all('/connectors'),
        configurations: await all('/connector-configurations'),
        rules: await all('/routing-rules'),
        simple: await all('/simple-routing-rules'),
        settings: (await call('first', 'GET', '/routing-rules/settings')).body,
      }
    },
    async only(...ids) {
      await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
        tx.execute('update connector_configurations set is_active = id = any($2::uuid[]) where tenant_id = $1', [
          TENANT,
          ids,
        ]),
      )
      vezne.runtime.notifications.publish('connectors', TENANT)
    },
  }
}
