/** Kuveyt Türk for tests: responses in its gateway's formats. */
type Members = Readonly<Record<string, string | undefined>>

const elements = (members: Members): string =>
  Object.entries(members)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${value}</${name}>`))
    .join('')

/** An answer of the gate for payments; undefined leaves a member out. */
export const kuveytAnswer = (orderId: string, changes: Members = {}, message: Members = {}): string =>
  `<?xml version="1.0" encoding="utf-8"?><VPosTransactionResponseContract xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${elements(
    {
      VPosMessage: elements({
        OrderId: '155767806',
        MerchantId: '7201',
        CardNumber: '41111111****1111',
        BatchID: '545',
        InstallmentCount: '0',
        Amount: '14990',
        MerchantOrderId: orderId,
        CurrencyCode: '949',
        ...message,
      }),
      IsEnrolled: 'true',
      ProvisionNumber: '050560',
      RRN: '600500000001',
      Stan: '539222',
      ResponseCode: '00',
      ResponseMessage: 'OTORİZASYON VERİLDİ',
      OrderId: '155767806',
      TransactionTime: '2026-01-05T10:15:30.95',
      MerchantOrderId: orderId,
      ...changes,
    },
  )}<MerchantId xsi:nil="true"/></VPosTransactionResponseContract>`

const NO_MOVEMENT = { ProvisionNumber: undefined, RRN: undefined, Stan: undefined }

/** Refused by the card's bank. */
export const kuveytRefusal = (orderId: string, ResponseCode: string): string =>
  kuveytAnswer(orderId, { ...NO_MOVEMENT, ResponseCode, ResponseMessage: 'Olmadı' })

/** Refused by the gateway, which names no order. */
export const kuveytFault = (ResponseCode: string): string =>
  kuveytAnswer('', { ...NO_MOVEMENT, ResponseCode, VPosMessage: undefined, OrderId: '0', MerchantOrderId: undefined })

const envelope = (name: string, content: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><${name}Response xmlns="http://boa.net/BOA.Integration.VirtualPos/Service"><${name}Result>${content}</${name}Result></${name}Response></s:Body></s:Envelope>`

export type Operation = 'SaleReversal' | 'DrawBack' | 'PartialDrawback'

/** An operation that was carried out. */
export const kuveytDone = (name: Operation, orderId: string, changes: Members = {}, Success = 'true'): string =>
  envelope(
    name,
    `<Results/><Success>${Success}</Success><Value>${elements({
      ProvisionNumber: '050561',
      RRN: '600500000002',
      Stan: '539223',
      ResponseCode: '00',
      ResponseMessage: 'OTORİZASYON VERİLDİ',
      OrderId: '155767806',
      MerchantOrderId: orderId,
      CurrencyCode: '0949',
      ...changes,
    })}</Value>`,
  )

/** An operation that the gateway refused: for these reasons. */
export const kuveytUndone = (name: Operation, ...codes: string[]): string =>
  envelope(
    name,
    `<Results>${codes.map((ErrorCode) => elements({ Result: elements({ ErrorMessage: 'Olmadı', ErrorCode }) })).join('')}</Results><Success>false</Success><Value>${elements({ ResponseCode: 'DbLayerError', OrderId: '0', BusinessKey: '0' })}</Value>`,
  )

const contract = (orderId: string, changes: Members): string =>
  elements({
    OrderContract: elements({
      OrderId: '155767806', MerchantOrderId: orderId, MerchantId: '7201', CardNumber: '411111******1111', OrderDate: '2026-01-05T10:15:30.95',
      OrderStatus: '1', LastOrderStatus: '1', OrderType: '1', TransactionStatus: '1', FirstAmount: '149.90', CancelAmount: '0.00',
      DrawbackAmount: '0.00', ClosedAmount: '0.00', FEC: '0949', InstallmentCount: '0', ResponseCode: '00', EndOfDayStatus: '1', ProvNumber: '050560',
      BatchId: '545', RRN: '600500000001', Stan: '539222',
      ...changes,
    }), // biome-ignore format: a record reads as one
  })

export const kuveytRecord = (orderId: string, ...contracts: Members[]): string =>
  envelope(
    'GetMerchantOrderDetail',
    `<Results/><Success>true</Success><Value>${contracts.map((changes) => contract(orderId, changes)).join('')}</Value>`,
  )

export const kuveytNoRecord = (): string => kuveytRecord('')

export const kuveytNoAnswer = (): string =>
  envelope(
    'GetMerchantOrderDetail',
    '<Results><Result><ErrorMessage>x</ErrorMessage><ErrorCode>HashDataError</ErrorCode></Result></Results><Success>false</Success><Value/>',
  )

/** The page that the bank answers for the browser. */
export const kuveytPage = (action: string, fields: Readonly<Record<string, string>>): string =>
  `<!DOCTYPE html SYSTEM 'about:legacy-compat'><html><body onload="OnLoadEvent();"><APM_DO_NOT_TOUCH></APM_DO_NOT_TOUCH><form name='f' method='POST'\n action='${action}'>${Object.entries(
    fields,
  )
    .map(([name, value]) => `<input type="hidden"  name="${name}" value="${value}"/>`)
    .join(
      '\n',
    )}<noscript><input type="submit" name="submit" value="Submit"></noscript></form><form action="https://other.example" method="post"></form></body></html>`
