/** Akbank for tests: responses in its gateway's format. */
type Members = Readonly<Record<string, unknown>>

const HEAD = {
  terminal: { merchantSafeId: '20260105093000127A5C1E7B93D04F21', terminalSafeId: '20260105093000215C81D4F6A2E90B31' },
  txnDateTime: '2026-01-05T10:15:30.123',
}

/** An approved sale; undefined leaves a member out. */
export const akbankAnswer = (orderId: string, changes: Members = {}): string =>
  JSON.stringify({
    ...HEAD,
    txnCode: '1000',
    responseCode: 'VPS-0000',
    responseMessage: 'BAŞARILI',
    hostResponseCode: '00',
    hostMessage: '000 ONAY KODU XXXXXX',
    order: { orderId },
    transaction: { authCode: '064716', rrn: '600500000001', batchNumber: 99, stan: 5 },
    campaign: { additionalInstallCount: 0, deferingDate: '', deferingMonth: 0 },
    reward: {},
    ...changes,
  })

/** Refused by the card's bank. */
export const akbankRefusal = (orderId: string, hostResponseCode: string | undefined): string =>
  akbankAnswer(orderId, {
    responseCode: 'VPS-1005',
    responseMessage: 'Provizyon Hatası',
    hostResponseCode,
    hostMessage: '0XX RED',
    transaction: { authCode: '000000', rrn: '600500000002', batchNumber: 99, stan: 6 },
  })

/** Refused by the gateway: the card's bank was not asked. */
export const akbankFault = (orderId: string, responseCode: string, responseMessage = 'Olmadı'): string =>
  akbankAnswer(orderId, {
    responseCode,
    responseMessage,
    hostResponseCode: undefined,
    hostMessage: undefined,
    transaction: { rrn: '0', batchNumber: 0, stan: 0 },
  })

export const akbankHistory = (orderId: string, rows: readonly Members[]): string =>
  JSON.stringify({
    ...HEAD,
    txnCode: '1010',
    responseCode: 'VPS-0000',
    responseMessage: 'BAŞARILI',
    txnDetailList: rows.map((row) => ({
      txnCode: '1000',
      txnStatus: 'N',
      responseCode: 'VPS-0000',
      hostResponseCode: '00',
      orderId,
      orgOrderId: orderId,
      amount: 149.9,
      currencyCode: 949,
      installCount: 1,
      authCode: '064716',
      rrn: '600500000001',
      batchNumber: 99,
      stan: 5,
      settlementId: 'ca0fff81-1379-4e8f-a86c-d505b4eb441c',
      maskedCardNumber: '411111******1111',
      txnDateTime: '2026-01-05T10:15:30.123',
      ...row,
    })),
  })

export const akbankUnknownOrder = (orderId: string): string =>
  JSON.stringify({
    ...HEAD,
    txnCode: '1010',
    responseCode: 'VPS-1123',
    responseMessage: `İşlem bulunamadı. Sipariş Numarası : ${orderId}`,
  })
