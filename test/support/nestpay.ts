/** NestPay for tests: responses in its gateway's format. */
const element = ([name, value]: [string, string | undefined]): string =>
  value === undefined ? '' : `<${name}>${value}</${name}>`

const cc5 = (members: Record<string, string | undefined>, extra: Record<string, string>): string =>
  `<?xml version="1.0" encoding="ISO-8859-9"?><CC5Response>${Object.entries(members).map(element).join('')}` +
  `<Extra>${Object.entries(extra).map(element).join('')}</Extra></CC5Response>`

/** An approval; `changes` replaces members, undefined leaves one out. */
export const nestpayAnswer = (
  orderId: string,
  changes: Record<string, string | undefined> = {},
  extra: Record<string, string> = {},
): string =>
  cc5(
    {
      OrderId: orderId,
      GroupId: orderId,
      Response: 'Approved',
      AuthCode: 'S00001',
      HostRefNum: '600500000001',
      ProcReturnCode: '00',
      TransId: '26005SIM000001',
      ErrMsg: '',
      ...changes,
    },
    { SETTLEID: '1', TRXDATE: '20260105 10:15:30', ERRORCODE: '', NUMCODE: '00', ...extra },
  )

export const nestpayStatus = (orderId: string, extra: Record<string, string>): string =>
  nestpayAnswer(
    orderId,
    { ErrMsg: `Record(s) found for ${orderId}` },
    {
      ORD_ID: orderId,
      TRANS_ID: '26005SIM000001',
      CHARGE_TYPE_CD: 'S',
      ORIG_TRANS_AMT: '14990',
      CAPTURE_AMT: '14990',
      AUTH_CODE: 'S00001',
      HOST_REF_NUM: '600500000001',
      PROC_RET_CD: '00',
      PAN: '4111 11** **** 1111',
      ...extra,
    },
  )

export const nestpayUnknownOrder = (orderId: string): string =>
  nestpayAnswer('', {
    Response: 'Declined',
    ProcReturnCode: '99',
    ErrMsg: `No record found for ${orderId}`,
    TransId: '',
    AuthCode: '',
    HostRefNum: '',
  })

/** Lines of an order: type, status, amount, captured, then the bank's code. */
export const nestpayHistory = (orderId: string, lines: readonly (readonly string[])[]): string =>
  nestpayAnswer(
    orderId,
    {},
    {
      TRXCOUNT: String(lines.length),
      ...Object.fromEntries(
        lines.map(([type, word, amount, captured, code = '00', voided = ''], at) => [
          `TRX${at + 1}`,
          [
            type,
            word,
            amount,
            captured,
            '2026-01-05 10:15:30.0',
            '2026-01-05 10:15:30.0',
            voided,
            `60050000000${at}`,
            `S0000${at}`,
            code,
            `26005SIM00000${at}`,
          ].join('\t'),
        ]),
      ),
    },
  )
