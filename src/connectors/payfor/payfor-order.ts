/** PayFor's records of one order: a row for every request about it, and the resulting state. */
import { type MovementKind, type OrderRow, wholeRows } from '../kit/order-rows.ts'
import { minorOfDecimal } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'

const KINDS: Readonly<Record<string, MovementKind>> = {
  Auth: 'sale',
  PreAuth: 'pre_auth',
  PostAuth: 'capture',
  Refund: 'refund',
  Void: 'void',
}
/** No such record; the record of the question itself bears the code. */
const NOT_FOUND = 'V013'
/** The shopper has passed the challenge, and nothing was charged yet. */
const AUTHENTICATED = 'V033'
/** Not completed, or still in progress. */
const OPEN = 'V000'
/** TxnStatus of a movement that the bank has accepted and not completed. */
const PENDING = 'P'

type Read<Found> = Found | 'not_found' | undefined

/** Returns the record of the charge; undefined if the response is inconclusive. */
export const orderRecord = (answer: Tree, orderId: string): Read<OrderRow> =>
  textAt(answer, 'OrderId') !== orderId ? undefined : isUnknown(answer) ? 'not_found' : orderRow(answer)

/** Returns all rows; one unreadable row, or one of another order, makes the response inconclusive. */
export const orderRows = (answer: Tree, orderId: string): Read<readonly OrderRow[]> => {
  const found = elementsAt(answer, 'PaymentRequestExtended').flatMap((each) => elementsAt(each, 'PaymentRequest'))
  if (found.length === 0 || found.some((each) => textAt(each, 'OrderId') !== orderId)) return undefined
  if (found.length === 1 && isUnknown(found[0]!)) return 'not_found'
  return wholeRows(found.map(orderRow))
}

const isUnknown = (record: Tree): boolean =>
  textAt(record, 'ProcReturnCode') === NOT_FOUND &&
  ['OrderInquiry', 'TxnHistory'].includes(textAt(record, 'TxnType') ?? '')

const orderRow = (record: Tree): OrderRow | undefined => {
  const text = (name: string): string | null => textAt(record, name)
  const word = text('TxnType') ?? ''
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  const amount = minorOfDecimal(text('PurchAmount'))
  const [code, status, currency] = ['ProcReturnCode', 'TxnStatus', 'Currency'].map(text)
  if (kind === undefined || amount === null || !currency) return undefined
  const isVoided = status === 'V' || text('IsVoided')?.toLowerCase() === 'true'
  const isApproved = code === '00' && text('TxnResult') === 'Success' && status !== PENDING
  const isUndecided = !isApproved && (!code || code === OPEN || code === '00')
  // A shopper who never comes back leaves the record of the challenge open.
  const isChallenge = code === AUTHENTICATED || (code === OPEN && text('SecureType')?.startsWith('3D') === true)
  return {
    kind,
    word,
    amount,
    currency,
    isDone: isApproved && !(kind === 'refund' && isVoided),
    isOpen: isUndecided && !isChallenge,
    // The bank marks what was voided, and lists the void too. A void of a refund leaves the charge unchanged.
    undoesCharge: isApproved && (kind === 'void' ? text('OrgTxnType') !== 'Refund' : kind !== 'refund' && isVoided),
    isChallenge,
    code: code ?? null,
    at: parseBankTime(toPlainTime(text('InsertDatetime'))),
    settlementId: text('BatchNo'),
    maskedCardNumber: text('CardMask'),
    references: {
      providerTransactionId: text('OrderId'),
      authCode: text('AuthCode'),
      hostReference: text('F37') ?? text('HostRefNum'), // the reference of the response, under the name of ISO 8583
    },
  }
}

/** `31.10.2022 23:13:21` of the inquiry. */
const toPlainTime = (text: string | null): string => (text ?? '').replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1')
