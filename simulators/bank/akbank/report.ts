/** The report of a day or of a batch: a list in JSON, compressed, in base64. */
import { gzipSync } from 'node:zlib'
import type { GatewayApi } from '../acquirer/api-route.ts'
import { isVisible } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import type { Order } from '../ledger/order.ts'
import { readStampT, stamp, stampT } from '../wire/bank-time.ts'
import type { Answer } from '../wire/serve.ts'
import { MANNER, refuse } from './answer.ts'
import { membersIn, textIn } from './fields.ts'
import { type AkbankRequest, readReportRequest } from './read-request.ts'
import { type GatewayRefusal, REFUSALS } from './refusals.ts'
import { listRows, type Row } from './rows.ts'

export const akbankReport: GatewayApi<AkbankRequest, GatewayRefusal> = {
  path: '/akbank/api/v1/payment/virtualpos/portal/report/transaction',
  face: 'akbank',
  manner: MANNER,
  read: readReportRequest,
  describe: () => ({ operation: 'history' }),
  work: (bank, read) => (_effect, extra) => report(bank, read, extra),
  refuse,
}

const DAY_MS = 86_400_000
const ROWS_MAX = 9_999

type Choice = (row: Row) => boolean

const report = (bank: Bank, read: AkbankRequest, extra: boolean): Answer => {
  const chosen = choiceOf(read)
  if (typeof chosen !== 'function') return refused(bank, read, chosen)
  const rows = [...bank.ledger.books.orders.values()]
    .filter((order) => order.merchant === read.merchant.id && isVisible(bank, order))
    .flatMap((order) =>
      listRows(bank, order)
        .filter(chosen)
        .map((row) => ({ order, row })),
    )
    .sort((a, b) => a.row.movement.at - b.row.movement.at)
  if (rows.length > ROWS_MAX) return refused(bank, read, 'too_many')
  const { merchantSafeId, terminalSafeId } = read.merchant
  const txnDateTime = stampT(bank.ledger.now())
  const terminal = { merchantSafeId, terminalSafeId }
  const data = { txnDateTime, terminal, txnDetailList: rows.map(({ order, row }) => toMembers(order, row)) }
  return {
    text: JSON.stringify({
      data: gzipSync(JSON.stringify(data)).toString('base64'),
      requestId: requestId(bank, read),
      terminal,
      responseMessage: 'SUCCESSFUL',
      txnDateTime,
      responseCode: 'VPS-0000',
      ...(extra ? { newField: 'yeni alan: ğüşıöç' } : {}),
    }),
    booked: false,
  }
}

const refused = (
  bank: Bank,
  read: AkbankRequest,
  refusal: 'span_too_long' | 'too_many' | { shape: string },
): Answer => {
  if (typeof refusal === 'object') return refuse(bank, '', refusal)
  const [responseCode, responseMessage] = REFUSALS[refusal]
  return { text: JSON.stringify({ requestId: requestId(bank, read), responseMessage, responseCode }), booked: false }
}

const requestId = ({ ledger }: Bank, { merchant }: AkbankRequest): string =>
  `VPS${merchant.id.padStart(11, '0')}9999999999${stamp(ledger.now()).replaceAll(/\D/g, '')}${String(ledger.books.count).padStart(6, '0')}`

/** Either a batch, or a span of at most a day. */
const choiceOf = ({ message }: AkbankRequest): Choice | 'span_too_long' | { shape: string } => {
  const asked = membersIn(message, 'report')
  const batch = textIn(asked, 'batchNumber')
  if (batch !== '')
    return /^\d{1,9}$/.test(batch)
      ? ({ movement }) => movement.batch === Number(batch)
      : { shape: 'report.batchNumber' }
  const [from, to] = ['startDateTime', 'endDateTime'].map((name) => readStampT(textIn(asked, name)))
  if (from === undefined) return { shape: 'report.startDateTime' }
  if (to === undefined || to < from) return { shape: 'report.endDateTime' }
  return to - from > DAY_MS ? 'span_too_long' : ({ movement: { at } }) => at >= from && at <= to
}

const STATUSES: Readonly<Record<Row['status'], string>> = {
  N: 'Başarılı',
  V: 'İptal',
  R: 'Teknik İptal',
  S: 'Şüpheli',
}
/** Words of the outcome, which a row that the bank itself took back does not have. */
const OUTCOME: ReadonlySet<string> = new Set(['responseCode', 'responseMessage', 'hostResponseCode', 'authCode'])

const NO_HOLD: NonNullable<Row['hold']> = {}

const toMembers = ({ currency, installments }: Order, row: Row): object => {
  const { members, said, status, isDone, hold = NO_HOLD } = row
  const isReversed = status === 'R'
  const { preAuthCloseAmount = 0, preAuthCloseDate } = hold
  const isClosed = hold.preAuthStatus === 'C'
  return {
    ...Object.fromEntries(Object.entries(members).filter(([name]) => !isReversed || !OUTCOME.has(name))),
    ...(members.rrn === undefined ? {} : { rrn: Number(members.rrn) }),
    ...(said.host && !isReversed ? { hostResponseMessage: said.host.text } : {}),
    txnStatus: isDone ? STATUSES[status] : 'Başarısız',
    currencyLabel: currency,
    installmentCount: installments,
    installmentLabel: installments > 1 ? String(installments) : 'Peşin',
    preAuthCloseAmount,
    ...(isClosed && preAuthCloseDate !== undefined ? { preAuthCloseDate } : {}),
  }
}
