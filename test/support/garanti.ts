/** Garanti for tests: responses in its gateway's format. */
const elements = (members: Record<string, string | undefined>): string =>
  Object.entries(members)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${value}</${name}>`))
    .join('')

/** An approval; `response` replaces members of Transaction/Response, undefined leaves one out. */
export const garantiAnswer = (orderId: string, response: Record<string, string | undefined> = {}, order = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><GVPSResponse><Mode></Mode><Order>${elements({ OrderID: orderId, GroupID: '' })}${order}</Order>` +
  `<Transaction><Response>${elements({ Source: 'HOST', Code: '00', ReasonCode: '00', Message: 'Approved', ErrorMsg: '', SysErrMsg: '', ...response })}</Response>` +
  `${elements({ RetrefNum: '600500000001', AuthCode: '304919', BatchNum: '004951', SequenceNum: '000026', ProvDate: '20260105 10:15:30', CardNumberMasked: '411111******1111' })}</Transaction></GVPSResponse>`

export type GarantiRow = Record<string, string>

/** The history of an order. */
export const garantiHistory = (orderId: string, rows: readonly GarantiRow[]): string =>
  garantiAnswer(
    orderId,
    { Source: 'GVPS', ReasonCode: '' },
    `<OrderHistInqResult><OrderTxnList>${rows
      .map(
        (row) =>
          `<OrderTxn>${elements({
            Type: 'sales',
            Status: '00',
            PreAuthAmount: '0',
            AuthAmount: '14990',
            PreAuthDate: '',
            AuthDate: '20260105',
            VoidDate: '',
            RetrefNum: '600500000001',
            AuthCode: '304919',
            ReturnCode: '00',
            BatchNum: '4951',
            CurrencyCode: '949',
            Settlement: 'N',
            ...row,
          })}</OrderTxn>`,
      )
      .join('')}</OrderTxnList></OrderHistInqResult>`,
  )

export const garantiUnknownOrder = (orderId: string): string =>
  garantiAnswer(orderId, {
    Source: 'GVPS',
    Code: '92',
    ReasonCode: '0108',
    Message: 'Declined',
    SysErrMsg: 'ErrorId: 0108',
  })
