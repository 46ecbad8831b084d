/** PosNet for tests: responses in its gateway's format. */
const elements = (members: Record<string, string | undefined>): string =>
  Object.entries(members)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${value}</${name}>`))
    .join('\n')

export const posnetResponse = (inside: string): string =>
  `<?xml version='1.0' encoding='iso-8859-9'?>\n<posnetResponse>\n${inside}\n</posnetResponse>`

/** An approval; `changes` replaces members, undefined leaves one out. */
export const posnetAnswer = (changes: Record<string, string | undefined> = {}): string =>
  posnetResponse(
    elements({
      approved: '1',
      hostlogkey: '031141836890000201',
      authCode: '753497',
      tranDate: '260105101530',
      ...changes,
    }),
  )

export const posnetRefusal = (respCode: string, respText = 'ISLEM YAPILAMADI', approved = '0'): string =>
  posnetResponse(elements({ approved, respCode, respText, yourIP: '192.0.2.10' }))

export type PosnetRow = Record<string, string>

/** The record of an order. */
export const posnetOrder = (orderID: string, rows: readonly PosnetRow[]): string =>
  posnetResponse(
    `<approved>1</approved><transactions>${rows
      .map(
        (row) =>
          `<transaction>${elements({
            orderID,
            ccno: '4111 11** **** 1111',
            amount: '149,90',
            currencyCode: 'TL',
            authCode: '753497',
            tranDate: '2026-01-05 10:15:30.281',
            state: 'Sale',
            txnStatus: '1',
            hostlogkey: '031141836890000201',
            ...row,
          })}</transaction>`,
      )
      .join('')}</transactions>`,
  )

/** The bank's answer to the packets that a browser brought; `mac` is the caller's. */
export const posnetResolved = (changes: Record<string, string>): string =>
  posnetResponse(
    `<approved>1</approved><oosResolveMerchantDataResponse>${elements({
      amount: '14990',
      currency: 'TL',
      installment: '00',
      point: '0',
      pointAmount: '0',
      txStatus: 'Y',
      mdStatus: '1',
      mdErrorMessage: '',
      ...changes,
    })}</oosResolveMerchantDataResponse>`,
  )

export const POSNET_PACKETS = posnetResponse(
  `<approved>1</approved><oosRequestDataResponse>${elements({ data1: 'AF86E5A9F005', data2: 'CEA763ABDDA3', sign: '699FEF0E7871' })}</oosRequestDataResponse>`,
)
