/** iyzico's addresses: the members that each takes, which operation it is, and its work. */
import type { Bank } from '../bank-parts.ts'
import type { Work } from '../wire/serve.ts'
import { successText } from './answer.ts'
import { binWork, installmentWork } from './bins.ts'
import { chargeWork } from './charge.ts'
import { initializeWork } from './initialize.ts'
import { detailWork } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { PAYMENT_TAKES } from './payment-request.ts'
import { payoutWork } from './payouts.ts'
import type { IyzicoRequest } from './read-request.ts'
import { dayListWork, reportWork } from './reports.ts'
import {
  approvalWork,
  createSubMerchantWork,
  SUB_MERCHANT_TAKES,
  subMerchantDetailWork,
  updateSubMerchantWork,
} from './sub-merchants.ts'
import { threeDWork } from './three-d.ts'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  /** The name by which faults are chosen; `challenge` is the operation with which the challenge began. */
  readonly operation: string
  readonly takes: readonly string[]
  readonly work: (bank: Bank, read: IyzicoRequest) => Work
}

const words = (text: string): readonly string[] => text.split(' ')

const PAYMENTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/payment/auth',
    operation: 'sale',
    takes: PAYMENT_TAKES,
    work: (bank, read) => chargeWork(bank, read, 'sale'),
  },
  {
    method: 'POST',
    path: '/payment/preauth',
    operation: 'preauth',
    takes: PAYMENT_TAKES,
    work: (bank, read) => chargeWork(bank, read, 'preauth'),
  },
  {
    method: 'POST',
    path: '/payment/3dsecure/initialize',
    operation: 'gate',
    takes: PAYMENT_TAKES,
    work: (bank, read) => initializeWork(bank, read, 'sale'),
  },
  {
    method: 'POST',
    path: '/payment/3dsecure/initialize/preauth',
    operation: 'gate',
    takes: PAYMENT_TAKES,
    work: (bank, read) => initializeWork(bank, read, 'preauth'),
  },
  {
    method: 'POST',
    path: '/payment/3dsecure/auth',
    operation: 'challenge',
    takes: words('paymentId conversationData'),
    work: (bank, read) => threeDWork(bank, read, 'v1'),
  },
  {
    method: 'POST',
    path: '/payment/v2/3dsecure/auth',
    operation: 'challenge',
    takes: words('paymentId paidPrice basketId currency'),
    work: (bank, read) => threeDWork(bank, read, 'v2'),
  },
  {
    method: 'POST',
    path: '/payment/postauth',
    operation: 'capture',
    takes: words('paymentId ip paidPrice currency'),
    work: (bank, read) => operationWork(bank, read, 'capture'),
  },
  {
    method: 'POST',
    path: '/payment/cancel',
    operation: 'void',
    takes: words('paymentId ip reason description'),
    work: (bank, read) => operationWork(bank, read, 'void'),
  },
  {
    method: 'POST',
    path: '/payment/refund',
    operation: 'refund',
    takes: words('paymentTransactionId price ip currency reason description'),
    work: (bank, read) => operationWork(bank, read, 'refund'),
  },
  {
    method: 'POST',
    path: '/v2/payment/refund',
    operation: 'refund',
    takes: words('paymentId price ip currency reason description'),
    work: (bank, read) => operationWork(bank, read, 'refund_payment'),
  },
]

const INQUIRIES: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/payment/detail',
    operation: 'status',
    takes: words('paymentId paymentConversationId'),
    work: detailWork,
  },
  {
    method: 'GET',
    path: '/v2/reporting/payment/details',
    operation: 'status',
    takes: words('paymentId paymentConversationId'),
    work: reportWork,
  },
  {
    method: 'GET',
    path: '/v2/reporting/payment/transactions',
    operation: 'history',
    takes: words('transactionDate page'),
    work: dayListWork,
  },
  {
    method: 'POST',
    path: '/reporting/settlement/payoutcompleted',
    operation: 'history',
    takes: words('date'),
    work: payoutWork,
  },
  { method: 'POST', path: '/payment/bin/check', operation: 'seal', takes: words('binNumber'), work: binWork },
  {
    method: 'POST',
    path: '/payment/iyzipos/installment',
    operation: 'seal',
    takes: words('binNumber price currency'),
    work: installmentWork,
  },
  {
    method: 'GET',
    path: '/payment/test',
    operation: 'seal',
    takes: [],
    work: (bank, read) => (_effect, extra) => ({ text: successText(bank, read, {}, extra), booked: false }),
  },
]

const MARKETPLACE: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/onboarding/submerchant',
    operation: 'seal',
    takes: SUB_MERCHANT_TAKES,
    work: createSubMerchantWork,
  },
  {
    method: 'PUT',
    path: '/onboarding/submerchant',
    operation: 'seal',
    takes: SUB_MERCHANT_TAKES,
    work: updateSubMerchantWork,
  },
  {
    method: 'POST',
    path: '/onboarding/submerchant/detail',
    operation: 'seal',
    takes: words('subMerchantExternalId'),
    work: subMerchantDetailWork,
  },
  {
    method: 'POST',
    path: '/payment/iyzipos/item/approve',
    operation: 'seal',
    takes: words('paymentTransactionId'),
    work: (bank, read) => approvalWork(bank, read, true),
  },
  {
    method: 'POST',
    path: '/payment/iyzipos/item/disapprove',
    operation: 'seal',
    takes: words('paymentTransactionId'),
    work: (bank, read) => approvalWork(bank, read, false),
  },
]

export const ENDPOINTS: readonly Endpoint[] = [...PAYMENTS, ...INQUIRIES, ...MARKETPLACE]
