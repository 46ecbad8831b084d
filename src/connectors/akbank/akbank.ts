/** Akbank: the bank's own gateway in JSON, every request signed with one key. */
import type { Outcome, PaymentOperation } from '../attempt.ts'
import { declareAbilities } from '../kit/abilities.ts'
import type { Bank, Gateway } from '../kit/gateway.ts'
import { inquiriesOfRows, reverseByVoid } from '../kit/order-record.ts'
import {
  AKBANK_SETTINGS,
  type AkbankAccount,
  akbankAccount,
  akbankHash,
  akbankSettingFaults,
} from './akbank-account.ts'
import { AKBANK_CODES, VOIDED_BEFORE } from './akbank-codes.ts'
import { askRows } from './akbank-order.ts'
import {
  AKBANK_DIALECT,
  akbankEnvelope,
  akbankOperationRequest,
  akbankOrderId,
  paymentRequest,
} from './akbank-requests.ts'
import { akbankOutcome } from './akbank-response.ts'
import { AKBANK_THREE_D } from './akbank-three-d.ts'

const inquiries = inquiriesOfRows({ orderId: akbankOrderId, askRows })

const operate = async (bank: Bank<AkbankAccount>, followUp: PaymentOperation): Promise<Outcome> => {
  const { operation, original } = followUp
  const send = () => bank.send(() => akbankOperationRequest(followUp), akbankOrderId(original))
  let outcome = await send()
  if (operation !== 'void') return outcome
  // The void of a capture leaves the hold on the card, which is taken back after it.
  if (outcome.kind === 'approved' && original.operation === 'pre_auth' && original.captured > 0) outcome = await send()
  if (outcome.kind !== 'declined' || outcome.fault.providerCode !== VOIDED_BEFORE) return outcome
  // A void that was carried out before is carried out, if the record shows it.
  const onRecord = await inquiries.inquireOperation(bank, followUp)
  return onRecord.kind === 'approved' ? onRecord : { kind: 'unknown', fault: outcome.fault, countsForBreaker: false }
}

export const AKBANK: Gateway<AkbankAccount> = {
  family: 'akbank',
  types: ['akbank_vpos'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure', '3d_pay'],
    operations: ['sale', 'pre_auth', 'capture', 'void', 'refund'],
  }),
  codes: AKBANK_CODES,
  demo: {
    code: 'AKBANK_VPOS',
    connectorName: 'Akbank Sanal POS',
    type: 'akbank_vpos',
    name: 'AKBANK-DEMO',
    priority: 240,
    terminalId: '20260105093000215C81D4F6A2E90B31',
    storeId: '20260105093000127A5C1E7B93D04F21',
    secrets: { secretKey: '53696d5f6b6e6f6c6c5f6a6f6d6f5f6b6f6c6f5f6a6f6b6c6d6e6f5f6b6f6a6f' },
    endpointPath: '/akbank/api/v1/payment/virtualpos/transaction/process',
    threeDSecurePath: '/akbank/securepay',
    settings: { supported_currencies: 'TRY,USD,EUR,GBP', three_d_model: '3d_secure', merchant_number: '46000001' },
  },
  dialect: AKBANK_DIALECT,
  requires: AKBANK_SETTINGS,
  checkSettings: akbankSettingFaults,
  account: akbankAccount,
  envelope: akbankEnvelope,
  headers: ({ secretKey }, { body }) => ({ 'auth-hash': akbankHash(body, secretKey) }),
  orderId: akbankOrderId,
  payment: paymentRequest,
  operate,
  outcome: akbankOutcome,
  threeD: AKBANK_THREE_D,
  ...inquiries,
  reverse: reverseByVoid({
    orderId: akbankOrderId,
    operationRequest: akbankOperationRequest,
    observe: inquiries.inquire,
  }),
}
