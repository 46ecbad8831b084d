/** PayFor for tests: responses in its gateway's format. */
type Members = Record<string, string | undefined>

const elements = (members: Members): string =>
  Object.entries(members)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${value}</${name}>`))
    .join('')

const whole = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\r\n<${root}>${content}</${root}>`

/** An approval; `changes` replaces members, undefined leaves one out. */
export const payforAnswer = (orderId: string, changes: Members = {}): string =>
  whole(
    'PayforResponse',
    elements({
      AuthCode: 'S00001',
      HostRefNum: '600500000001',
      ProcReturnCode: '00',
      TransId: orderId,
      ErrMsg: 'Onaylandı',
      CardHolderName: 'A B',
      ArtiTaksit: '0',
      ...changes,
    }),
  )

/** The record of a sale. */
const record = (orderId: string, changes: Members): Members => ({
  InsertDatetime: '2026-01-05T10:15:30',
  OrderId: orderId,
  SecureType: 'NonSecure',
  PurchAmount: '149.90',
  Currency: '949',
  TxnType: 'Auth',
  OrgOrderId: '',
  TxnStatus: 'Y',
  TxnResult: 'Success',
  AuthCode: 'S00001',
  HostRefNum: '',
  ProcReturnCode: '00',
  F37: '600500000001',
  VoidDate: '',
  CardMask: '411111******1111',
  ...changes,
})

export const payforInquiry = (orderId: string, changes: Members = {}): string =>
  whole('PayforResponse', elements({ ...record(orderId, changes), IsVoided: 'false', IsRefunded: 'false', ...changes }))

export const payforHistory = (orderId: string, rows: readonly Members[]): string =>
  whole(
    'TxnHistoryReport',
    rows
      .map(
        (row) =>
          `<PaymentRequest xmlns="http://ocean.smartway.com/">${elements(record(orderId, row))}</PaymentRequest>`,
      )
      .map((row) => `<PaymentRequestExtended>${row}</PaymentRequestExtended>`)
      .join(''),
  )

const UNKNOWN: Members = {
  InsertDatetime: '1.01.0001 00:00:00',
  PurchAmount: undefined,
  TxnStatus: 'P',
  TxnResult: undefined,
  AuthCode: '',
  ProcReturnCode: 'V013',
  F37: undefined,
  CardMask: undefined,
}

export const payforUnknownOrder = (orderId: string): string =>
  payforInquiry(orderId, { ...UNKNOWN, SecureType: 'Inquiry', TxnType: 'OrderInquiry', OrgOrderId: orderId })

export const payforNoHistory = (orderId: string): string =>
  payforHistory(orderId, [{ ...UNKNOWN, SecureType: 'Report', TxnType: 'TxnHistory', OrgOrderId: orderId }])
