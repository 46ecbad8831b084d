/** Bugs to seed into the program, as changes of its text while it is loaded: the oracle has to see each of them. */
export interface Change {
  /** How the module's address ends. */
  file: string
  from: string
  to: string
}

const RECORD = '/persistence/record-payments.ts'
const CREATED = 'const moved = new Set(rows.map((row) => row.id))'

export const SEEDED_BUGS: Readonly<Record<string, readonly Change[]>> = {
  'store after the call': [
    {
      file: '/payments/compose-payment-services.ts',
      from: 'async prepare(draft) {',
      to: `async prepare(draft) {
        LATE.set(draft.payment.id, draft)
        if (LATE.size > 0) return decidePayment(draft, draft.check.decided)`,
    },
    {
      file: '/payments/compose-payment-services.ts',
      from: 'async record(update) {',
      to: `async record(update) {
        const late = LATE.get(update.id)
        LATE.delete(update.id)
        if (late && (await preparing.submit(late)) === 'key_taken') return false`,
    },
    {
      file: '/payments/compose-payment-services.ts',
      from: 'export const composePaymentServices',
      to: `import { decidePayment } from './persistence/payment-draft.ts'
const LATE = new Map<string, PaymentDraft>()
export const composePaymentServices`,
    },
  ],
  'no claim of the key': [
    {
      file: '/charge/payment-key.ts',
      from: '?? (idempotencyKey === null ? null : toPaymentKey(kind',
      to: '?? (idempotencyKey !== "" ? null : toPaymentKey(kind',
    },
  ],
  'recovery sends again': [
    {
      file: '/inquiries/resolve-payments.ts',
      from: 'const { observation, exchanges } = await services.banks.connectors.inquire(connector, attempt)\n  const logged',
      to: `const { outcome, exchanges } = await services.banks.connectors.send(connector, attempt, payment.leasedAt)
  const observation: any = outcome.kind === 'unknown' ? { kind: 'not_found' } : outcome
  const logged`,
    },
  ],
  'fallback after an open outcome': [
    {
      file: '/attempts/run-payment.ts',
      from: "if (outcome.kind !== 'declined') return false",
      to: "if (outcome.kind !== 'declined') return outcome.kind === 'unknown'",
    },
  ],
  'recovery does not look at leases': [
    {
      file: '/due-work/leased-table.ts',
      from: 'const LEASE_IS_FREE = `(lease_until',
      to: 'const LEASE_IS_FREE = `(true or lease_until',
    },
  ],
  'recovery guesses': [
    {
      file: '/inquiries/resolve-payments.ts',
      from: 'const found = await judgeInquiry(',
      to: "if (payment.bank_code === null) return { trigger: 'decline', error_code: 'bank_timeout' }\n  const found = await judgeInquiry(",
    },
  ],
  'journal after the commit': [
    { file: RECORD, from: 'from moved where books_sale),', to: 'from moved where books_sale and false),' },
    {
      file: RECORD,
      from: CREATED,
      to: `await db.batch(updates.map((each) => each.tenant_id), { name: 'late-journal', text: \`
  insert into journal (tenant_id, operation_id, kind, payment_id, debit_account, credit_account, amount, currency, created)
  select tenant_id, id, 'sale', id, 'bank', 'merchant', amount, currency, last_modified
  from payments where status = 'completed' and id = any($1::uuid[])\`, values: [rows.map((row) => row.id)] })
  ${CREATED}`,
    },
  ],
  'events after the commit': [
    {
      file: RECORD,
      from: 'cross join lateral unnest(m.events) as a),',
      to: 'cross join lateral unnest(m.events) as a where false),',
    },
    {
      file: RECORD,
      from: CREATED,
      to: `await db.batch(updates.map((each) => each.tenant_id), { name: 'late-events', text: \`
  with announced as (
    select m.tenant_id, m.id as resource_id, a.sequence, a.id, 'cards' as surface, a.type, m.merchant_id,
      m.id as transaction_id, a.body, m.correlation_id, m.last_modified as created
    from jsonb_to_recordset($1::jsonb) as a(resource_id uuid, sequence integer, id text, type text, body text)
    join payments m on m.id = a.resource_id where m.id = any($2::uuid[])),
  \${EVENT_OUTBOX_CTES} select 1\`,
    values: [JSON.stringify(updates.flatMap((each) => each.events)), rows.map((row) => row.id)] })
  ${CREATED}`,
    },
  ],
  'answer before the commit': [
    {
      file: '/attempts/take-payment-step.ts',
      from: 'const isTaken = await (found === undefined ? records.record(update) : records.recordFound(update, found))',
      to: 'const isTaken = true; void (found === undefined ? records.record(update) : records.recordFound(update, found))',
    },
  ],
}

/** Seeded bugs of the operations on a payment, for the run over the full life cycle. */
export const SEEDED_LIFE_BUGS: Readonly<Record<string, readonly Change[]>> = {
  'an open capture, void or refund counts as refused': [
    {
      file: '/inquiries/resolve-operations.ts',
      from: '    latenessWindowMs,\n',
      to: '    latenessWindowMs: 0,\n',
    },
    {
      file: '/inquiries/resolve-operations.ts',
      from: 'const found = await judgeInquiry(',
      to: "if (observation.kind === 'approved' && operation.kind === 'refund') observation = { kind: 'not_found' }\n  const found = await judgeInquiry(",
    },
  ],
  'recovery guesses': SEEDED_BUGS['recovery guesses'] ?? [],
}

/** Bugs of the back office, for the month. */
export const SEEDED_MONTH_BUGS: Readonly<Record<string, readonly Change[]>> = {
  'the same row twice is one': [
    {
      file: '/matching/bucket-sql.ts',
      from: 'row_number() over (partition by order_id, reference, kind, installment order by line) as copy',
      to: '1 as copy',
    },
  ],
  'amounts are not compared': [
    {
      file: '/matching/bucket-sql.ts',
      from: "case when p.amount <> b.amount then 'amount_mismatch' when",
      to: 'case when',
    },
    { file: '/matching/bucket-sql.ts', from: 'case when p.amount = b.amount and p.class', to: 'case when p.class' },
  ],
  'commission is rounded to ten': [
    {
      file: '/settlements/model/commission.ts',
      from: 'return rate === undefined ? undefined : computeBasisPoints(sale.amount, rate)',
      to: 'return rate === undefined ? undefined : Math.round(computeBasisPoints(sale.amount, rate) / 10) * 10',
    },
  ],
  'what the bank keeps is not posted': [
    {
      file: '/settlements/ledger/entries.ts',
      from: "...move('bank_commission_kept', bankCommission, bank, commission),",
      to: '',
    },
  ],
}

/** Bugs of sending money, for the run over transfers. */
export const SEEDED_TRANSFER_BUGS: Readonly<Record<string, readonly Change[]>> = {
  'resend without asking': [
    {
      file: '/transfers/dispatch/read-transfer-outcome.ts',
      from: "if (outcome.kind === 'unknown') return { kind: 'ask', fault: outcome.fault, waitMs: patience.inquiryWaitMs }",
      to: "if (outcome.kind === 'unknown') return retryOrFail(outcome.fault, 'bank_timeout', standing, patience)",
    },
  ],
  'resend without the reversal': [
    {
      file: '/transfers/dispatch/read-transfer-outcome.ts',
      from: "return { kind: 'take_back', fault: NOT_KNOWN }",
      to: "return retryOrFail(NOT_KNOWN, 'bank_timeout', standing, patience)",
    },
  ],
}
