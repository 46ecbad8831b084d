/** Carries out privileged actions one by one and checks the entry each of them leaves. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Answer } from '../../support/http.ts'
import type { Surface, Vezne } from '../../support/vezne.ts'
import { type AuditRow, entriesOf } from './audit-rig.ts'

export const BANK_SECRET = 'S3cr3t-Of-The-Bank-91'

export interface Actions {
  readonly vezne: Vezne
  readonly tenantId: string
  /** How many were carried out and found in the log. */
  count(): number
  act(operation: string, path: string, sent: Act, told: Told): Promise<Answer>
  clientIdOf(by: string, realm: string): string
}

export interface Act {
  by?: string
  realm?: string
  surface?: Surface
  body?: unknown
  status?: number
}
export interface Told {
  kind: string
  id?: string | null
  before?: object | null
  after?: object | null
}

export const openActions = (vezne: Vezne): Actions => {
  const tenantId = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')!.tenant_id
  let recorded = 0
  /** Carries out one action and checks its single entry. */
  const act = async (operation: string, path: string, sent: Act, told: Told): Promise<Answer> => {
    const { by = 'admin', realm = 'tenant-demo', surface = 'cards', body, status } = sent
    const [method = ''] = operation.split(' ')
    const correlationId = randomUUID()
    const answer = await vezne.request(surface, method, `/api/v1${path}`, {
      token: await vezne.token(by, realm),
      headers: {
        'x-request-id': correlationId,
        ...(surface === 'transfers' ? { 'x-tenant-id': tenantId } : {}),
        ...(surface === 'cards' ? { 'x-external-merchant-id': 'M-1001' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    })
    assert.ok(status === undefined ? answer.status < 300 : answer.status === status, `${operation}: ${answer.text}`)
    const entries = await entriesOf(vezne.runtime, correlationId)
    assert.equal(entries.length, 1, operation)
    judge(entries[0] as AuditRow, { operation, by, realm, told })
    recorded++
    return answer
  }

  const clientIdOf = (by: string, realm: string): string =>
    (realm === 'master' ? vezne.demo.platform.clients : vezne.demo.tenants.find(({ slug }) => slug === realm)!.clients)[
      by
    ]!.client_id

  const judge = (
    entry: AuditRow,
    { operation, by, realm, told }: { operation: string; by: string; realm: string; told: Told },
  ) => {
    assert.equal(entry.operation, operation.replace(' /', ' /api/v1/'))
    assert.deepEqual([entry.outcome, entry.code, entry.repeats], ['done', null, 1], operation)
    assert.deepEqual([entry.actor, entry.realm], [clientIdOf(by, realm), realm], operation)
    if (realm !== 'master') assert.equal(entry.tenant_id, tenantId)
    assert.match(entry.address ?? '', /^127\./)
    assert.equal(entry.kind, told.kind, operation)
    if (told.id !== undefined) assert.equal(entry.target_id, told.id, operation)
    for (const side of ['before', 'after'] as const) {
      const state = entry[side] === null ? null : JSON.parse(entry[side])
      const wanted = told[side]
      if (wanted === undefined) continue
      if (wanted === null) assert.equal(state, null, `${operation} ${side}`)
      else assert.partialDeepStrictEqual(state, wanted, `${operation} ${side}: ${entry[side]}`)
    }
    const text = JSON.stringify(entry)
    for (const secret of [BANK_SECRET, '4546711234567894', 'whsec_', 'cs_test_', 'eyJ'])
      assert.ok(!text.includes(secret), `${operation} tells ${secret}`)
  }
  return { vezne, tenantId, count: () => recorded, act, clientIdOf }
}
