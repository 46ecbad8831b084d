/** The maintenance of velocity: a failure on one tenant's checks delays no other tenant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backfillDueTenants } from '../../src/fraud/velocity/backfill-velocity.ts'
import { LOAD_TENANT } from '../support/load-team.ts'
import { use } from '../support/use.ts'
import { freshCard, openVelocityShop } from '../support/velocity-shop.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'

const shop = use(openVelocityShop)

test('a tenant whose history cannot be read is logged; the others are backfilled', async () => {
  assert.equal((await shop.pay({ card: freshCard() })).status, 200)
  await shop.rows(
    `insert into fraud_checks (tenant_id, id, process, merchant_id, amount, currency, score, decision, latency_us, provider,
       variables, checked_at)
     select $1, id, process, merchant_id, amount, currency, score, decision, latency_us, provider, 'torn', checked_at
     from fraud_checks limit 1`,
    [DEMO],
  )
  // The demo tenant comes first.
  await shop.rows(
    `insert into fraud_counted (tenant_id, process, kind, since)
     select tenant_id, 'sanal_pos', 'email', now() from realms where slug in ('tenant-demo', 'tenant-load')`,
    [],
  )
  const filled = async () =>
    (await shop.rows('select tenant_id from fraud_counted where filled_at is not null', [])).map(
      ({ tenant_id }) => tenant_id,
    )
  await backfillDueTenants(shop.vezne.runtime, () => true)
  assert.deepEqual(await filled(), [], 'the process is about to end')
  await backfillDueTenants(shop.vezne.runtime)
  assert.deepEqual(await filled(), [LOAD_TENANT])
})
