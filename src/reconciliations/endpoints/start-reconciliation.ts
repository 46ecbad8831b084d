/** POST /api/v1/reconciliations/start: compares the bank's rows of a period with ours. */
import { type Call, created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { findHolder, keyInUseProblem } from '../../access/idempotency/idempotency-key.ts'
import { fingerprintRequest } from '../../access/idempotency/request-fingerprint.ts'
import { istanbulDay } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { matchReconciliation } from '../matching/match.ts'
import { bankBucket } from '../matching/passes.ts'
import { toComparedPeriod } from '../model/periods.ts'
import {
  type BankRowBody,
  ReconciliationWithDetails,
  type StartBody,
  StartReconciliation,
} from '../model/reconciliation-schemas.ts'
import { findReconciliationByKey, insertReconciliation, releaseStartKey } from '../model/reconciliation-store.ts'
import { CLASS_OF_BANK_STATUS } from '../model/reconciliation-words.ts'
import { readWithDetails } from '../model/shared-answers.ts'

const BODY_BYTES_MAX = 4 * 1024 * 1024

type StartCall = Call<unknown, unknown, StartBody>

export const startReconciliation: Endpoint = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliations/start',
  tag: 'Reconciliations',
  summary: 'Start a reconciliation',
  description:
    'Compares the rows of the bank with the transactions of the scope and period: by the bank’s transaction id, then by auth code with the amount. Without rows the platform checks itself: what is still open is listed.',
  allow: 'operate',
  effect: 'computes',
  product: 'reconciliation',
  limit: 'reconciliation_start',
  body: StartReconciliation,
  bodyBytesMax: BODY_BYTES_MAX,
  answers: { 201: ReconciliationWithDetails },
  errors: ['validation_failed', 'connector_not_found', 'invalid_merchant_id'],
  async handle(given) {
    const call = given as StartCall
    const { tenantId, runtime } = call
    const id = await draft(call)
    await matchReconciliation(runtime.db, tenantId, id)
    return call.inTx(async (tx) => created(await readWithDetails(tx, tenantId, id)))
  },
})

/** Creates one draft per key: a repeat continues with it as long as the key is valid. */
const draft = (call: StartCall): Promise<string> => {
  const { tenantId, body, runtime, principal } = call
  const period = toComparedPeriod(body)
  const rows = body.bank_transactions ?? []
  return runtime.db.transaction({ of: tenantId }, async (tx) => {
    const scope = await findScope(tx, tenantId, body)
    checkSum(rows)
    checkMerchantOfRows(rows, scope.merchantExternalId)
    const key = toKey(call)
    const begun = key && (await findBegun(tx, call, key))
    if (begun) return begun.id
    const id = newId(runtime.clock.ms())
    const isNew = await insertReconciliation(tx, {
      tenant_id: tenantId,
      id,
      scope: body.scope,
      connector_config_id: scope.configurationId,
      merchant_id: scope.merchantId,
      bank_code: scope.bankCode,
      period: body.period,
      ...period,
      source: rows.length === 0 ? 'self' : 'rows',
      currency: null,
      file_ids: [],
      started_by: principal.subject,
      start_key: key?.key ?? null,
      start_fingerprint: key?.fingerprint ?? null,
    })
    // Another call with this key was quicker.
    if (!isNew) return (await findBegun(tx, call, key as StartKey))?.id ?? Promise.reject(keyInUseProblem())
    await insertBankRows(tx, tenantId, id, rows)
    return id
  })
}

interface StartKey {
  readonly key: string
  readonly fingerprint: Buffer
}

const toKey = (call: StartCall): StartKey | null =>
  call.idempotencyKey === null ? null : { key: call.idempotencyKey, fingerprint: fingerprintRequest(call) }

const findBegun = (tx: Tx, { tenantId, runtime }: StartCall, { key, fingerprint }: StartKey) =>
  findHolder(
    tx,
    {
      find: () => findReconciliationByKey(tx, tenantId, key),
      release: (_, { id }) => releaseStartKey(tx, tenantId, id),
    },
    { fingerprint, nowMs: runtime.clock.ms() },
  )

const findScope = async (tx: Tx, tenantId: string, body: StartBody) => {
  const none = { configurationId: null, merchantId: null, bankCode: null, merchantExternalId: undefined }
  if (body.scope === 'connector') {
    const { connector_config_id: id } = body
    if (id === undefined)
      throw fieldProblem('connector_config_id', 'required', phrase`is required for the scope connector`)
    const [found] = await tx.query<{ bank_code: string | null }>(
      sql`select bank_code from connector_configurations where tenant_id = ${tenantId} and id = ${id}`,
    )
    if (!found)
      throw new Problem('connector_not_found', { detail: phrase`No connector configuration has the id ${id}.` })
    return { ...none, configurationId: id, bankCode: found.bank_code }
  }
  const { merchant_id: id } = body
  if (id === undefined) throw fieldProblem('merchant_id', 'required', phrase`is required for the scope merchant`)
  const [found] = await tx.query<{ external_id: string | null }>(
    sql`select external_id from merchants where tenant_id = ${tenantId} and id = ${id} and not is_deleted`,
  )
  if (!found) throw new Problem('invalid_merchant_id', { detail: phrase`No merchant of the tenant has the id ${id}.` })
  return { ...none, merchantId: id, merchantExternalId: found.external_id }
}

/** The totals of a reconciliation must be exact. */
const checkSum = (rows: readonly BankRowBody[]): void => {
  if (rows.reduce((sum, { amount }) => sum + Math.abs(amount), 0) <= Number.MAX_SAFE_INTEGER) return
  const message = phrase`add up to more than ${Number.MAX_SAFE_INTEGER}`
  throw new Problem('validation_failed', {
    detail: phrase`The amounts of bank_transactions ${message}.`,
    errors: [{ field: 'bank_transactions', code: 'out_of_range', message }],
  })
}

/** Undefined means rows of any merchant. */
const checkMerchantOfRows = (rows: readonly BankRowBody[], externalId: string | null | undefined): void => {
  if (externalId === undefined) return
  const at = rows.findIndex(({ merchant_external_id: named }) => named !== undefined && named !== externalId)
  if (at < 0) return
  const field = `bank_transactions[${at}].merchant_external_id`
  const message = phrase`is another merchant than the one of the scope`
  throw new Problem('validation_failed', {
    detail: phrase`${field}: ${message}`,
    errors: [{ field, code: 'mismatch', message }],
  })
}

const insertBankRows = async (tx: Tx, tenantId: string, id: string, rows: readonly BankRowBody[]): Promise<void> => {
  if (rows.length === 0) return
  const entries = rows.map((row, at) => ({
    line: at + 1,
    reference: row.bank_transaction_id === '' ? null : (row.bank_transaction_id ?? null),
    auth_code: row.auth_code === '' ? null : (row.auth_code ?? null),
    amount: row.amount,
    status: row.status,
    class: CLASS_OF_BANK_STATUS[row.status],
    day: row.transaction_date === undefined ? null : istanbulDay(Date.parse(row.transaction_date)),
  }))
  await tx.execute(
    sql`insert into reconciliation_entries (tenant_id, reconciliation_id, bucket, side, line, payment_id, kind, reference, auth_code,
       amount, status, class, day, installment)
     select ${tenantId}, ${id}, ${rawSql(bankBucket(1))}, 'bank', b.line, b.payment_id, 'any', b.reference, b.auth_code, b.amount, b.status, b.class, b.day, 1
     from (select *, null::uuid as payment_id from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
       as t(line integer, reference text, auth_code text, amount bigint, status text, class text, day date)) b`,
  )
}
