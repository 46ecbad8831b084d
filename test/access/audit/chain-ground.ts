/** A chain of forty entries beside one of two, and an attacker with the whole database but not the key. */
import { appendAudit } from '../../../src/access/audit/append-audit.ts'
import type { NewEntry } from '../../../src/access/audit/audit-entry.ts'
import { type OpenRuntime, openRuntime } from '../../../src/app/open-runtime.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import { makeDatabase, testServer } from '../../support/test-server.ts'
import { type OwnerTx, openOwner } from './audit-rig.ts'

export const TENANT = '00000000-0000-4000-8000-0000000000a1'
export const OTHER = '00000000-0000-4000-8000-0000000000a2'
export const ENTRIES = 40

export interface OldHead {
  seq: number
  hash: Buffer
  mac: Buffer
}

export interface Ground {
  readonly runtime: OpenRuntime['runtime']
  readonly owner: OwnerTx
  /** The head as it was after each entry. */
  readonly heads: readonly OldHead[]
  append(tenantId: string, count: number): Promise<void>
  close(): Promise<void>
}

export const openGround = async (): Promise<Ground> => {
  const database = await makeDatabase()
  const open = await openRuntime(
    loadConfig({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS: testServer().masterKeys, VEZNE_LOG_LEVEL: 'error' }),
    () => undefined,
  )
  const owner = await openOwner(database.url)
  const { runtime } = open
  const append = (tenantId: string, count: number): Promise<void> =>
    runtime.db.transaction({ of: tenantId }, (tx) => appendAudit(runtime, tx, [entry(tenantId, count)]))
  const heads: OldHead[] = []
  for (let count = 1; count <= ENTRIES; count++) {
    await append(TENANT, count)
    heads.push(...(await owner.query<OldHead>('select * from audit_heads where tenant_id = $1', [TENANT])))
  }
  await append(OTHER, 1)
  await append(OTHER, 2)
  return {
    runtime,
    owner,
    heads,
    append,
    async close() {
      await owner.end()
      await open.close()
      await database.drop()
    },
  }
}

export const entry = (tenantId: string, count: number): NewEntry => ({
  tenantId,
  actor: `user-${count % 3}`,
  realm: count % 5 === 0 ? 'master' : 'tenant-a',
  operation: 'PUT /api/v1/connectors/{id}',
  outcome: count % 7 === 0 ? 'refused' : 'done',
  code: count % 7 === 0 ? 'forbidden' : null,
  kind: 'connector',
  targetId: `c-${count}`,
  merchantId: `m-${count % 2}`,
  correlationId: `r-${count}`,
  address: '203.0.113.7',
  before: { name: `Bank ${count}`, z: 1, a: [1, 2.5, 'ı'] },
  after: { name: `Bank ${count + 1}`, z: 1.0, a: null },
})
