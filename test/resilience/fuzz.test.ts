/** Random mutations of valid requests, some of every operation, however long that takes; thousands: `npm run fuzz`. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useVezne } from '../support/vezne.ts'
import { openAudited } from './fuzz/audited.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { asLoadTenant, liftPlatformLimits } from './fuzz/load-tenant.ts'
import { reportLines } from './fuzz/report.ts'

const PER_OPERATION = Number(process.env.VEZNE_FUZZ_PER_OPERATION ?? 10)
const SECONDS_MAX = 200
/** The same in every run, so that a failure belongs to the change under test; `npm run fuzz` explores with new ones. */
const SEED = Number(process.env.VEZNE_FUZZ_SEED ?? 20261121)

/**
 * The platform's clock is not for tenants, refresh tokens, passwords and a bank's signatures are not guessed, few deliveries end while
 * it runs, no bank of the sandbox offers points or conversion, no one decides their own request, and without a second person
 * no transfer is ever completed.
 */
const NEVER =
  /sandbox\/clock|\/login|\/change-password|\/refresh|\/logout|\/replay|3d\/(callback|complete)|point-inquiry|dcc\/confirm|cancellation-requests\/\{id\}|transfer-notification|\/receipt\//

/** After so many requests one of them should have met everything it needs. */
const ENOUGH = 500
const MISSED_MAX = 3

const vezne = useVezne({ env: { VEZNE_ALLOW_LOCAL_WEBHOOKS: 'true' } })
before(async () => {
  await liftPlatformLimits(vezne.runtime)
})

test(`${PER_OPERATION} mutated requests of every operation, seed ${SEED}`, async (t) => {
  const audited = openAudited()
  const report = await fuzz({
    urls: vezne.urls,
    surfaces: ['cards', 'transfers', 'fraud', 'identity'],
    ...asLoadTenant(vezne.urls, vezne.demo),
    seed: SEED,
    perOperation: PER_OPERATION,
    seconds: SECONDS_MAX,
    onAnswer: audited.note,
  })
  process.stdout.write(`${reportLines(report).join('\n')}\n`)
  assert.deepEqual(report.failures, [])
  const { faults, ...seen } = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) => audited.judge(tx))
  t.diagnostic(`audit log: ${JSON.stringify(seen)}`)
  assert.deepEqual(faults, [])
  assert.ok(report.requests > (report.tallies.length * PER_OPERATION) / 2, `only ${report.requests} requests`)
  const stays = report.tallies.filter(
    ({ operation, requests, byAnswer }) =>
      requests >= ENOUGH &&
      !NEVER.test(operation) &&
      !Object.keys(byAnswer).some((answer) => Number.parseInt(answer, 10) < 400),
  )
  // What needs a payment in one state of twelve may miss it in one run; many of them mean a fuzzer that is refused throughout.
  const missed = stays.map(({ operation }) => operation)
  assert.ok(
    missed.length <= MISSED_MAX,
    `operations that never succeeded, so that their mutations prove little: ${missed.join(', ')}`,
  )
})
