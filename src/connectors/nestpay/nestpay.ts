/** NestPay (EST V3): one gateway product that many banks run, each at its own address. */
import type { Attempt, Observation } from '../attempt.ts'
import { declareAbilities } from '../kit/abilities.ts'
import type { Bank, Gateway } from '../kit/gateway.ts'
import { reverseByVoid } from '../kit/order-record.ts'
import { NESTPAY_SETTINGS, type NestpayAccount, nestpayAccount } from './nestpay-account.ts'
import { NESTPAY_CODES } from './nestpay-codes.ts'
import { askOrder, askStatus } from './nestpay-inquiry.ts'
import { bankOrder } from './nestpay-look-up.ts'
import { observationFromStatus, observationOfOperation } from './nestpay-order.ts'
import {
  NESTPAY_DIALECT,
  nestpayEnvelope,
  nestpayOperationRequest,
  nestpayOrderId,
  paymentRequest,
} from './nestpay-requests.ts'
import { nestpayOutcome } from './nestpay-response.ts'
import { NESTPAY_THREE_D } from './nestpay-three-d.ts'

const observe = async (bank: Bank<NestpayAccount>, attempt: Attempt): Promise<Observation> => {
  const found = await askStatus(bank, nestpayOrderId(attempt))
  return found.kind === 'found' ? observationFromStatus(found.status, attempt) : found
}

export const NESTPAY: Gateway<NestpayAccount> = {
  family: 'nestpay',
  types: ['nest_pay', 'halk_bank_vpos', 'is_bank_vpos', 'ziraat_vpos'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure', '3d_pay'],
    operations: ['sale', 'pre_auth', 'capture', 'void', 'refund'],
  }),
  codes: NESTPAY_CODES,
  demo: {
    code: 'NEST_PAY',
    connectorName: 'NestPay',
    type: 'nest_pay',
    name: 'NESTPAY-DEMO',
    priority: 200,
    username: 'simapi',
    storeId: '500100200',
    secrets: { password: 'SimApiPw1', secretKey: 'SimStoreKey1' },
    endpointPath: '/nestpay/fim/api',
    threeDSecurePath: '/nestpay/fim/est3Dgate',
    settings: { supported_currencies: 'TRY,USD,EUR,GBP', three_d_model: '3d_secure' },
  },
  dialect: NESTPAY_DIALECT,
  requires: NESTPAY_SETTINGS,
  account: nestpayAccount,
  envelope: nestpayEnvelope,
  orderId: nestpayOrderId,
  payment: paymentRequest,
  operation: nestpayOperationRequest,
  outcome: nestpayOutcome,
  threeD: NESTPAY_THREE_D,
  inquire: observe,
  reverse: reverseByVoid({ orderId: nestpayOrderId, operationRequest: nestpayOperationRequest, observe }),
  async inquireOperation(bank, followUp) {
    const found = await askOrder(bank, nestpayOrderId(followUp.original))
    return found.kind === 'found' ? observationOfOperation(followUp, found.status, found.lines) : found
  },
  async lookUp(bank, attempt, orderId) {
    const found = await askOrder(bank, orderId)
    return found.kind === 'found' ? bankOrder(found.status, found.lines, attempt) : found
  },
}
