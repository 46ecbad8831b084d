/** iyzico for tests: answers in its format, signed by its published rules with a key of tests. */
import { createHmac } from 'node:crypto'

type Members = Readonly<Record<string, unknown>>

export const SECRET_KEY = 'sandbox-SimIyzicoSecret1'
export const PAYMENT_ID = '25149157'
export const ITEM_ID = '27169345'

export const iyzicoSigned = (values: readonly unknown[], key = SECRET_KEY): string =>
  createHmac('sha256', key)
    .update(values.map((value) => value ?? '').join(':'))
    .digest('hex')

const PAYMENT = ['paymentId', 'currency', 'basketId', 'conversationId', 'paidPrice', 'price']

/** The signature is made of the members as they are, unless the changes name one. */
const signedJson = (names: readonly string[], members: Members, changes: Members): string => {
  const whole: Record<string, unknown> = { ...members, ...changes }
  return JSON.stringify({ signature: iyzicoSigned(names.map((name) => whole[name])), ...whole })
}

const HEAD = { status: 'success', locale: 'tr', systemTime: 1781209771102 }

/** An approved sale of 149.90; undefined leaves a member out. */
export const iyzicoAnswer = (orderId: string, changes: Members = {}): string =>
  signedJson(
    PAYMENT,
    {
      ...HEAD,
      conversationId: orderId,
      price: 149.9,
      paidPrice: 149.9,
      installment: 1,
      paymentId: PAYMENT_ID,
      fraudStatus: 1,
      iyziCommissionFee: 0.25,
      cardType: 'CREDIT_CARD',
      cardAssociation: 'VISA',
      cardFamily: 'Denizbank CC',
      binNumber: '411111',
      lastFourDigits: '1111',
      basketId: orderId,
      currency: 'TRY',
      itemTransactions: [
        {
          itemId: orderId,
          paymentTransactionId: ITEM_ID,
          transactionStatus: 2,
          price: 149.9,
          paidPrice: 149.9,
          subMerchantPayoutRate: 0,
        },
      ],
      authCode: '099030',
      phase: 'AUTH',
      hostReference: 'mock00003iyzihostrfn',
    },
    changes,
  )

export const iyzicoRefusal = (orderId: string | undefined, errorCode: unknown, changes: Members = {}): string =>
  JSON.stringify({
    ...HEAD,
    status: 'failure',
    errorCode,
    errorMessage: 'Olmadı',
    conversationId: orderId,
    ...changes,
  })

export const iyzicoVoided = (orderId: string, changes: Members = {}): string =>
  JSON.stringify({
    ...HEAD,
    conversationId: orderId,
    paymentId: PAYMENT_ID,
    price: 149.9,
    currency: 'TRY',
    authCode: '911288',
    hostReference: 'mock00003iyzihostrfn',
    cancelHostReference: 'mock00003iyzihostrfn-02',
    ...changes,
  })

/** A refund of 50.00. */
export const iyzicoRefunded = (conversationId: string, changes: Members = {}): string =>
  signedJson(
    ['paymentId', 'price', 'currency', 'conversationId'],
    {
      ...HEAD,
      conversationId,
      paymentId: PAYMENT_ID,
      paymentTransactionId: ITEM_ID,
      price: 50,
      currency: 'TRY',
      authCode: '912578',
      hostReference: 'mock00003iyzihostrfn-02',
      refundHostReference: 'mock00003iyzihostrfn-02',
      retryable: false,
    },
    changes,
  )

export const iyzicoPage = (orderId: string, html: string, changes: Members = {}): string =>
  signedJson(
    ['paymentId', 'conversationId'],
    {
      ...HEAD,
      conversationId: orderId,
      paymentId: PAYMENT_ID,
      threeDSHtmlContent: Buffer.from(html).toString('base64'),
    },
    changes,
  )

/** A charged sale of 149.90 in the report. */
export const iyzicoReport = (orderId: string, ...payments: readonly Members[]): string =>
  JSON.stringify({
    ...HEAD,
    conversationId: orderId,
    payments: payments.map(({ refunds = [], ...changes }) => ({
      paymentId: Number(PAYMENT_ID),
      paymentStatus: 1,
      paymentRefundStatus: 'NOT_REFUNDED',
      price: 149.9,
      paidPrice: 149.9,
      installment: 1,
      paymentConversationId: orderId,
      fraudStatus: 1,
      binNumber: '411111',
      lastFourDigits: '1111',
      basketId: '29035615',
      currency: 'TRY',
      connectorName: 'IYZI_POS',
      authCode: '099030',
      threeDS: false,
      phase: 'AUTH',
      hostReference: 'mock00003iyzihostrfn',
      createdDate: '2026-06-11T23:29:31Z',
      cancels: [],
      itemTransactions: [
        { paymentTransactionId: Number(ITEM_ID), transactionStatus: 2, price: 149.9, paidPrice: 149.9, refunds },
      ],
      ...changes,
    })),
  })

export const iyzicoCancel = (changes: Members = {}): Members => ({
  refundId: 5661418,
  cancelConversationId: 'V0190',
  refundPrice: 149.9,
  refundStatus: 1,
  createdDate: '2026-06-11T23:29:34Z',
  currencyCode: 'TRY',
  authCode: '911288',
  hostReference: 'mock00003iyzihostrfn-02',
  ...changes,
})

export const iyzicoRefundRow = (refundConversationId: string, changes: Members = {}): Members => ({
  refundTxId: 5661419,
  refundConversationId,
  refundPrice: 50,
  refundStatus: 1,
  isAfterSettlement: false,
  createdDate: '2026-06-12T10:00:00Z',
  currencyCode: 'TRY',
  authCode: '912578',
  hostReference: 'mock00003iyzihostrfn-02',
  ...changes,
})
