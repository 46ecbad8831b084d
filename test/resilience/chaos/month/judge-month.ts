/** What a month must come to: the bank's accounts and the journal agree but for what is listed, and nothing was charged or opened twice. */
import type { BankOrder, LifePayment } from '../life/judge-life.ts'
import { DEMO_LOAD } from '../load-tenant.ts'
import type { Verdict } from '../oracle.ts'
import { asOwner, idOf } from '../platform-records.ts'
import type { Lie, Objection, SettledDay, SilentAct } from './bank-day.ts'

interface MonthBooks {
  installments: { plan: string; n: number; status: string; is_due: boolean; payments: string[]; stands: string }[]
  chargebacks: { payment: string; status: string; amount: number; booked: number }[]
  journal: { merchant_number: string; net: number }[]
  /** Payments are named here by the digits by which their bank knows them, as in its orders; `id` is the platform's. */
  statuses: { id: string; digits: string; parent: string | null; status: string }[]
}

const DIGITS = "replace(coalesce(p.key_reference, p.id)::text, '-', '')"

export const readMonth = (url: string, nowMs: number, { slug } = DEMO_LOAD): Promise<MonthBooks> =>
  asOwner(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read')
    const rows = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
    return {
      installments: await rows(
        `select i.plan_id as plan, i.installment_index as n, i.status, i.due_date <= $1 as is_due,
           concat_ws(' ', i.try_count, i.result_code, i.due_date, i.next_step_at, $1::timestamptz, i.is_trying, pl.status, pl.open_count) as stands,
           array(select ${DIGITS} from payments p where p.tenant_id = i.tenant_id and p.operation_type = 'recurring'
             and p.extra ->> 'recurring_plan_id' = i.plan_id::text
             and p.extra ->> 'recurring_installment' = i.installment_index::text) as payments
         from recurring_installments i join recurring_plans pl on pl.tenant_id = i.tenant_id and pl.id = i.plan_id
         where i.tenant_id = ${idOf(slug)}`,
        [new Date(nowMs)],
      ),
      chargebacks: await rows(
        `select ${DIGITS} as payment, c.status, c.amount::int, booked::int from chargebacks c
           join payments p on p.tenant_id = c.tenant_id and p.id = c.payment_id where c.tenant_id = ${idOf(slug)}`,
      ),
      journal: await rows(
        `select coalesce(case when c.terminal_id ~ '^[0-9]{8}$' then c.terminal_id end, c.store_id) as merchant_number,
           sum(case when j.kind in ('sale', 'capture') then j.amount else -j.amount end)::int as net
         from journal j join payments p on p.tenant_id = j.tenant_id and p.id = j.payment_id
         join connector_configurations c on c.tenant_id = p.tenant_id and c.id = p.configuration_id
         where j.tenant_id = ${idOf(slug)} group by 1`,
      ),
      statuses: await rows(
        `select o.id, ${DIGITS.replaceAll('p.', 'o.')} as digits, case when o.parent_id is not null then ${DIGITS} end as parent, o.status from payments o
           left join payments p on p.tenant_id = o.tenant_id and p.id = o.parent_id where o.tenant_id = ${idOf(slug)}`,
      ),
    }
  })

interface BankMonth {
  readonly orders: readonly BankOrder[]
  readonly balances: Readonly<Record<string, number>>
  readonly objections: readonly Objection[]
}

/** What the merchant has at the bank, whatever account it is on, commission included. */
const atBank = (balances: Readonly<Record<string, number>>, merchant: string): number =>
  ['receivable', 'blocked_receivable', 'commission_income', 'merchant_account'].reduce(
    (sum, account) => sum + (balances[`${merchant}/TRY/${account}`] ?? 0),
    0,
  )

interface Listed {
  readonly payments: ReadonlyMap<string, string>
  readonly sums: ReadonlyMap<string, number>
}

/** By how much the bank has another sum than the platform of payments that are on a list, by merchant. */
export const differencesOf = (
  listed: ReadonlyMap<string, string>,
  payments: readonly LifePayment[],
  orders: readonly BankOrder[],
): Map<string, number> => {
  const known = new Map(payments.map((each) => [each.order_digits, each]))
  const sums = new Map<string, number>()
  for (const [payment, merchant] of listed) {
    const { status = 'canceled', captured = 0, refunded = 0 } = known.get(payment) ?? {}
    const owed = status === 'canceled' ? 0 : captured - refunded
    sums.set(merchant, (sums.get(merchant) ?? 0) + netAtBank(orders, payment) - owed)
  }
  return sums
}

const netAtBank = (orders: readonly BankOrder[], payment: string): number =>
  orders.filter(({ order_id }) => order_id.toLowerCase().includes(payment)).reduce((sum, { net }) => sum + net, 0)

/** `listed`: payments on a list, with their merchant, and by how much their sums differ. */
export const judgeMonth = (books: MonthBooks, bank: BankMonth, listed: Listed): Verdict => {
  const merchants = [...new Set(bank.orders.map(({ merchant }) => merchant))]
  return {
    "the bank's accounts differ from the journal": merchants.flatMap((merchant) => {
      const there = atBank(bank.balances, merchant)
      const here = books.journal.find(({ merchant_number }) => merchant_number === merchant)?.net ?? 0
      const open = openAtBank(books, bank, merchant)
      const differing = listed.sums.get(merchant) ?? 0
      return there === here - open + differing
        ? []
        : [`${merchant}: bank ${there}, journal ${here}, open chargebacks ${open}, listed differences ${differing}`]
    }),
    'installments charged twice': books.installments.flatMap(({ plan, n, payments }) => {
      const charged = payments.filter((each) => !listed.payments.has(each) && netAtBank(bank.orders, each) > 0)
      return charged.length > 1 ? [`${plan} ${n}: ${charged.join(' ')}`] : []
    }),
    'installments that were skipped': books.installments.flatMap(({ plan, n, status, is_due, payments, stands }) => {
      const isOpen = is_due && status === 'pending'
      const isFree = status === 'completed' && payments.length === 0
      return isOpen || isFree ? [`${plan} ${n} is ${status} with ${payments.length} payments: ${stands}`] : []
    }),
    'chargebacks that are not one of the file': chargebackFaults(books, bank.objections),
  }
}

/** What the bank took, or gave back, and people here have not decided. */
const openAtBank = ({ chargebacks }: MonthBooks, { orders, objections }: BankMonth, merchant: string): number => {
  const merchantOf = (payment: string): string =>
    orders.find(({ order_id }) => order_id.toLowerCase().includes(payment))?.merchant ?? ''
  const taken = objections
    .filter(({ payment }) => merchantOf(payment) === merchant)
    .reduce((sum, { amount, isReversal }) => sum + (isReversal ? -amount : amount), 0)
  const booked = chargebacks
    .filter(({ payment }) => merchantOf(payment) === merchant)
    .reduce((sum, each) => sum + each.booked, 0)
  return taken - booked
}

const chargebackFaults = ({ chargebacks }: MonthBooks, objections: readonly Objection[]): string[] => {
  const opened = Map.groupBy(chargebacks, ({ payment }) => payment)
  const made = objections.filter(({ isReversal }) => !isReversal)
  return [
    ...made.flatMap(({ payment, amount }) => {
      const rows = opened.get(payment) ?? []
      const isWon = objections.some((each) => each.isReversal && each.payment === payment)
      const isRight = rows.length === 1 && rows[0]?.amount === amount && (rows[0]?.status === 'won') === isWon
      return isRight ? [] : [`${payment} over ${amount}: ${JSON.stringify(rows)}${isWon ? ', reversed' : ''}`]
    }),
    ...[...opened.keys()].filter((payment) => !made.some((each) => each.payment === payment)),
  ]
}

interface Row {
  readonly kind: string
  readonly discrepancy: string
  readonly transaction_id: string | null
  readonly bank_transaction_id: string | null
  readonly db_amount: number | null
  readonly bank_amount: number | null
}
/** The rows that a file with these lies must leave for people; each list has what the other lacks. */
export const compareRows = (
  rows: readonly Row[],
  { lies, acts }: Pick<SettledDay, 'lies' | 'acts'>,
  { statuses }: Pick<MonthBooks, 'statuses'>,
): { unexplained: string[]; missing: string[] } => {
  const known = new Map(statuses.map((each) => [each.id, each]))
  const byDigits = new Map(statuses.map((each) => [each.digits, each]))
  const digitsOf = (id: string | null): string => known.get(id ?? '')?.digits ?? ''
  const nameOf = (row: Row): string => {
    if (row.kind !== 'movement') return `${row.kind} ${digitsOf(row.transaction_id)}`
    const payment = known.get(row.transaction_id ?? '')
    const of = payment?.parent ? `refund ${payment.parent}` : `sale ${payment?.digits}`
    const more = row.discrepancy === 'amount_mismatch' ? ` ${(row.bank_amount ?? 0) - (row.db_amount ?? 0)}` : ''
    return `${row.discrepancy} ${row.transaction_id === null ? row.bank_transaction_id : of}${more}`
  }
  // The commission of a refund is that of the amount it should have had.
  const follows = new Set(
    lies.filter(({ lie, operation }) => lie === 'amount_off' && operation === 'refund').map((each) => each.payment),
  )
  const found = rows
    .filter(({ kind, transaction_id }) => kind !== 'commission' || !follows.has(digitsOf(transaction_id)))
    .map(nameOf)
  const expected = [
    ...lies.flatMap(rowOfLie),
    ...acts.flatMap((act) => rowOfAct(act, byDigits.get(act.payment)?.status)),
  ]
  const stand = (row: string): string =>
    [...known.values()].flatMap(({ digits, status }) =>
      row.includes(digits) ? [`${row}, which is ${status}`] : [],
    )[0] ?? row
  return { unexplained: without(found, expected).map(stand), missing: without(expected, found).map(stand) }
}

const rowOfLie = ({ lie, operation, payment, reference, minor }: Lie): string[] => {
  switch (lie) {
    case 'missing_row':
      return [`orphan_db ${operation} ${payment}`]
    case 'double_row':
      return operation === 'chargeback' ? [] : [`orphan_bank ${reference}`]
    case 'unknown_row':
      return [`orphan_bank ${reference}`]
    case 'amount_off':
      // A refund has its amount with a sign in the file.
      return [`amount_mismatch ${operation} ${payment} ${operation === 'refund' ? -minor : minor}`]
    default:
      return [`commission ${payment}`]
  }
}

/** An inquiry may have found out, where the answer was lost. */
const rowOfAct = ({ payment, fault }: SilentAct, status: string | undefined): string[] => {
  const isWrong = fault === 'declined_but_charged' ? status === 'failed' : status !== 'canceled'
  return isWrong ? [`status_mismatch sale ${payment}`] : []
}

const without = (these: readonly string[], those: readonly string[]): string[] => {
  const left = [...those]
  return these.filter((each) => {
    const at = left.indexOf(each)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}
