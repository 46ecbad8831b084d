/** A process killed between the commit of a tenant and its sandbox banks: the repeat of the call makes up for it, and so does a start. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { VezneProcess } from '../support/process.ts'
import { callBeside, IDENTITY_AT, startBeside } from '../support/second-process.ts'
import { asPlatform } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let owner: pg.Client
before(async () => {
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
})

const body = (slug: string) => ({ slug, display_name: slug, contact_email: 'ops@killed.example' })
const count = async (table: string, slug: string): Promise<number> => {
  const { rows } = await owner.query(
    `select count(*)::int as count from ${table} where tenant_id = (select tenant_id from realms where slug = $1)`,
    [slug],
  )
  return rows[0].count
}

/** Resolves when the process is dead, with the tenant committed and nothing of its banks. */
const killInBetween = async (victim: VezneProcess, slug: string): Promise<void> => {
  const token = await vezne.token('admin', 'master')
  const holder = new pg.Client({ connectionString: vezne.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table connectors in access exclusive mode') // no process provisions meanwhile
  const headers = { 'idempotency-key': `make-${slug}` }
  const sent = callBeside(victim, IDENTITY_AT, 'POST', '/platform/tenants', { token, body: body(slug), headers })
  sent.catch(() => undefined)
  await until('the tenant is committed', async () => (await count('realms', slug)) === 1)
  victim.kill('SIGKILL')
  await victim.exit
  await assert.rejects(sent)
  await holder.end()
  assert.equal(await count('connectors', slug), 0)
}

test('the repeat of the call at another process returns the same tenant and provisions it', async () => {
  await killInBetween(await startBeside(vezne), 'tenant-repeated')
  const repeat = () =>
    asPlatform(vezne, 'POST', '/platform/tenants', body('tenant-repeated'), {
      'idempotency-key': 'make-tenant-repeated',
    })
  const answer = await repeat()
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.headers['idempotent-replayed'], 'true')
  assert.equal(await count('connectors', 'tenant-repeated'), 9)
  assert.equal(await count('connector_configurations', 'tenant-repeated'), 11)
  assert.equal(await count('routing_rules', 'tenant-repeated'), 1)
  assert.equal(await count('signing_keys', 'tenant-repeated'), 1)
  assert.equal((await repeat()).text, answer.text)
  assert.equal(await count('connectors', 'tenant-repeated'), 9, 'nothing twice')
})

test('the next start provisions it', async () => {
  await killInBetween(await startBeside(vezne), 'tenant-left')
  const next = await startBeside(vezne)
  assert.equal(await count('connectors', 'tenant-left'), 9)
  assert.ok((await count('test_cards', 'tenant-left')) > 20)
  next.kill('SIGTERM')
  await next.exit
})
