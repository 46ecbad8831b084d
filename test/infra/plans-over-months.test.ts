/**
 * After two years a table has two dozen parts. A statement of a request or a sweep reads those it needs, or looks once into an index of
 * each: it walks neither through a part nor along an index by the wrong column.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listTenantIds } from '../../src/access/callers/realm-lookup.ts'
import { selectHours, selectSamples } from '../../src/acquiring/health/health-store.ts'
import { findLogsOfTransactions } from '../../src/acquiring/request-log/request-log-store.ts'
import { CLOSED_LISTS } from '../../src/app/closed-lists.ts'
import { isoTime } from '../../src/core/clock.ts'
import { findCheckLogs } from '../../src/fraud/checks/check-log-store.ts'
import { findStoredChecks } from '../../src/fraud/velocity/velocity-maintenance-store.ts'
import type { Tx } from '../../src/infra/database/database.ts'
import { claimDue, findTenantsWithDue } from '../../src/infra/database/due-work/claim-due.ts'
import { createClosing } from '../../src/lists/upkeep/close-lists.ts'
import { LEASED_PAYMENTS } from '../../src/payments/attempts/due-payments.ts'
import { findOperation, findOperationsOfPayment } from '../../src/payments/model/operation-store.ts'
import { findPayment, findPaymentByKey } from '../../src/payments/model/payment-store.ts'
import { findPendingBankWork } from '../../src/payments/model/pending-bank-work.ts'
import { LEASED_OPERATIONS } from '../../src/payments/operations/due-operations.ts'
import { hasLivePayments, hasPayments } from '../../src/payments/queries/counted-payments.ts'
import { findNamedRefund } from '../../src/payments/queries/refund-store.ts'
import * as trace from '../../src/payments/queries/trace-store.ts'
import { findRawExchanges, requireNamedPayment } from '../../src/payments/queries/transaction-store.ts'
import { findByBankReference, findNotifiedTransfer } from '../../src/transfers/bank-notifications/notification-store.ts'
import { findPaidReceiverKeys } from '../../src/transfers/creation/known-receiver-store.ts'
import {
  applyTransferTransition,
  type UpdatableTransfer,
} from '../../src/transfers/dispatch/apply-transfer-transition.ts'
import { LEASED_TRANSFERS } from '../../src/transfers/dispatch/due-transfers.ts'
import { buildRecordStatement, withOutcomeEncoders } from '../../src/transfers/dispatch/record-transfers.ts'
import { recordDifference } from '../../src/transfers/ledger/ledger-store.ts'
import { countUsesOfAccount } from '../../src/transfers/queries/account-uses.ts'
import { findTransfersByCorrelation } from '../../src/transfers/queries/traced-transfers.ts'
import { hasTransfersUnderWay } from '../../src/transfers/source-accounts/source-account-lookup.ts'
import { checkCopiedFilters } from '../support/copied-filters.ts'
import { explainEach, type Reads } from '../support/explained.ts'
import { fillMonths } from '../support/filled-months.ts'
import { paymentBody } from '../support/payments.ts'
import { checkClaimsPlannedOnce, checkOperationsPlannedOnce } from '../support/planned-once.ts'
import { item, MERCHANT, SOURCE, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const MONTHS = 24
const ROWS = 200
/** One of the tenth month. */
const ONE = 10 * ROWS
const SIZES = { rows: 512, open: 32, fan: 2, deltas: 16, texts: 32 }
/** A statement about few rows reads no more, also of those that it throws away. */
const ROWS_MAX = 40
const NOBODY = '00000000-0000-4000-8000-00000000dead'

interface Sought {
  readonly payment: { id: string; merchant_id: string; configuration_id: string }
  readonly operation: { id: string; payment_id: string }
  readonly transfer: UpdatableTransfer
}
const team = use(startTransferTeam)
let sought: Sought
before(async () => {
  const [sale] = [await shop('/payments', paymentBody())]
  await shop(`/payments/${sale}/refund`, { amount: 100 })
  const ids = await team.create([item()])
  await team.approve(ids)
  await team.send(ids)
  await team.untilStates(ids, ['completed'])
  await fillMonths(team.vezne, { months: MONTHS, rows: ROWS })
  const { db } = team.vezne.runtime
  const close = createClosing({ db, lists: CLOSED_LISTS, tenantIds: listTenantIds, sizes: SIZES, rest: 0 })
  while ((await close()) > 0);
  const one = async (table: string) =>
    (
      await db.transaction({ of: TENANT }, (tx) => tx.query(`select * from ${table} where correlation_id = 'C-${ONE}'`))
    )[0]
  sought = {
    payment: await one('payments'),
    operation: await one('payment_operations'),
    transfer: await one('transfers'),
  } as unknown as Sought
})

const shop = async (path: string, body: unknown): Promise<string> => {
  const token = await team.vezne.token('admin', 'tenant-demo')
  const headers = { 'x-merchant-id': MERCHANT }
  const answer = await team.vezne.request('cards', 'POST', `/api/v1${path}`, { token, headers, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.transaction_id
}

type Asked = Record<string, (tx: Tx) => Promise<unknown>>
const LEASED = [LEASED_PAYMENTS, LEASED_OPERATIONS, LEASED_TRANSFERS]

/** By an id that says its time, or of a stretch of time. */
const askedOfAPart = ({ payment, operation, transfer }: Sought, now: number): Asked => ({
  payment: (tx) => findPayment(tx, TENANT, payment.id),
  'payment of a key': (tx) =>
    findPaymentByKey(tx, { tenant_id: TENANT, merchant_id: MERCHANT, idempotency_key: 'K', id: payment.id }),
  transaction: (tx) => requireNamedPayment(tx, TENANT, payment.id, null),
  'operations of a payment': (tx) => findOperationsOfPayment(tx, TENANT, operation.payment_id),
  'transfer of a notification': (tx) => findNotifiedTransfer(tx, TENANT, transfer.id),
  check: (tx) => findCheckLogs(tx, TENANT, [payment.id]),
  'health of a bank': (tx) => selectSamples(tx, TENANT, [payment.configuration_id], now),
  'checks of the last hour': (tx) =>
    findStoredChecks(tx, {
      tenantId: TENANT,
      process: 'sanal_pos',
      before: LAST,
      notBeforeMs: now - 3_600_000,
      rowsMax: 9,
    }),
  ...Object.fromEntries(
    [LEASED_PAYMENTS, LEASED_TRANSFERS].map((table) => [
      `the inquiry of one of ${table.name}`,
      (tx: Tx) => claimDue(tx, table, { tenantId: TENANT, now: isoTime(now), owner: 1, limit: 1, id: payment.id }),
    ]),
  ),
})
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** By what says no time: a look-up in an index of each part. */
const askedOfEach = ({ payment, operation }: Sought, now: number): Asked => ({
  operation: (tx) => findOperation(tx, TENANT, operation.id),
  refund: (tx) => findNamedRefund(tx, TENANT, operation.id, null),
  'calls of a transaction': (tx) => findRawExchanges(tx, TENANT, payment.id),
  'all calls of transactions': (tx) => findLogsOfTransactions(tx, TENANT, [payment.id, operation.id], 9),
  'payments of a request': (tx) => trace.findPaymentsByCorrelation(tx, TENANT, `C-${ONE}`, null),
  'operations of a request': (tx) => trace.findOperationsByCorrelation(tx, TENANT, `C-${ONE}`, null),
  'transfers of a request': (tx) =>
    findTransfersByCorrelation(tx, TENANT, { correlationId: `C-${ONE}`, merchantId: null, rowsMax: trace.READ_MAX }),
  'transfer of a bank reference': (tx) => findByBankReference(tx, TENANT, `B-${ONE}`, []),
  'known receivers': (tx) => findPaidReceiverKeys(tx, TENANT, [`R-${ONE}`, 'R-never']),
  'hours of a bank': (tx) => selectHours(tx, TENANT, [payment.configuration_id], now),
  'open work of a bank': (tx) => findPendingBankWork(tx, TENANT, payment.configuration_id),
  'transfers under way of a bank': (tx) => hasTransfersUnderWay(tx, TENANT, NOBODY),
  'difference of an account': (tx) =>
    recordDifference(tx, { tenantId: TENANT, accountId: SOURCE, seen: 1, bankHas: 1 }),
  ...Object.fromEntries(
    LEASED.map((table) => [
      `due of ${table.name}`,
      (tx: Tx) => claimDue(tx, table, { tenantId: TENANT, now: isoTime(now), owner: 1, limit: 9 }),
    ]),
  ),
})

/** Of all there is: counted in blocks. */
const COUNTED: Asked = {
  'payments of a merchant without any': (tx) => hasPayments(tx, TENANT, NOBODY),
  'live payments of a bank without any': (tx) => hasLivePayments(tx, TENANT, NOBODY),
  'uses of an account': (tx) => countUsesOfAccount(tx, TENANT, SOURCE),
}

const assertBounded = async (asked: Asked, probesMax: number, rowsMax = ROWS_MAX): Promise<void> => {
  const { db } = team.vezne.runtime
  const beyond: Record<string, unknown> = {}
  for (const [name, ask] of Object.entries(asked)) {
    const all: Reads[] = []
    await db.transaction({ of: TENANT }, (tx) => ask(explainEach(tx, all)))
    if (all.length === 0) beyond[name] = 'asked nothing'
    for (const reads of all) {
      const { probes, rows, pages } = reads
      const isBounded = probes <= probesMax && rows <= rowsMax && pages <= 4 * (probes + rows) + 40
      if (!isBounded) beyond[name] = reads
    }
  }
  assert.deepEqual(beyond, {})
}

const now = (): number => team.vezne.runtime.clock.ms()

test('what says its time is asked of its part', () => assertBounded(askedOfAPart(sought, now()), 12))
test('what says no time is looked up in an index of each part', () =>
  assertBounded(askedOfEach(sought, now()), 3 * MONTHS))
test('what is asked of all there is, is counted in blocks', () =>
  assertBounded(COUNTED, 3 * MONTHS, SIZES.rows + SIZES.open + 100))
test('tenants with something due are found along the index', async () => {
  const all: Reads[] = []
  for (const table of LEASED)
    await team.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      findTenantsWithDue(explainEach(tx, all), table, isoTime(now())),
    )
  for (const { probes, rows } of all) assert.ok(probes <= 3 * MONTHS && rows <= ROWS_MAX, `${probes} ${rows}`)
})

test('filters without names read what is copied of blocks, and find what a count of the rows finds, with and without copies', () =>
  checkCopiedFilters(team.vezne.runtime.db, TENANT, ONE, SIZES))
test('what is due is claimed by a plan that is made once', () =>
  checkClaimsPlannedOnce(team.vezne, TENANT, sought.operation))
test('captures and refunds are planned once in a connection, and open the months of their payments alone', async () => {
  for (let times = 0; times < 3; times++) {
    const id = await shop('/payments', paymentBody({ operation_type: 'pre_auth' }))
    await shop(`/payments/${id}/capture`, {})
    await shop(`/payments/${id}/refund`, { amount: 100 })
  }
  await checkOperationsPlannedOnce(team.vezne, TENANT, sought)
})
test('the outcome of a transfer is recorded by a plan that opens its month alone', async () => {
  const { db } = team.vezne.runtime
  const context = { nowMs: now(), logs: [], wasInquiry: true }
  const update = applyTransferTransition(sought.transfer, { kind: 'ask', waitMs: 1_000, fault: null }, context)
  const reads: Reads[] = []
  await withOutcomeEncoders(db, ({ encodeOutcomes, encodeLogs }) =>
    db.transaction({ of: [TENANT] }, async (tx) => {
      await tx.execute('set local enable_seqscan = off')
      const { text, values } = buildRecordStatement([update], { encodeOutcomes, encodeLogs })
      await explainEach(tx, reads).query(text, values)
    }),
  )
  assert.ok(reads[0]!.opened < MONTHS, `${reads[0]!.opened} tables opened`)
})
