/** iyzico, a payment institution in front of all banks: JSON, every request signed with two keys. */
import type { Outcome, PaymentOperation } from '../attempt.ts'
import { declareAbilities } from '../kit/abilities.ts'
import type { Bank, Gateway } from '../kit/gateway.ts'
import { inconclusive } from '../kit/observation.ts'
import { findCharge } from '../kit/order-rows.ts'
import { IYZICO_SETTINGS, type IyzicoAccount, iyzicoAccount, iyzicoHeaders } from './iyzico-account.ts'
import { IYZICO_CODES } from './iyzico-codes.ts'
import { askReport, IYZICO_INQUIRIES } from './iyzico-record.ts'
import {
  IYZICO_DIALECT,
  iyzicoOrderId,
  type OperationTerms,
  operationRequest,
  paymentRequest,
  type Target,
  toConversation,
  toTarget,
} from './iyzico-requests.ts'
import { chargedOutcome, iyzicoOutcome, operatedOutcome } from './iyzico-response.ts'
import { IYZICO_THREE_D } from './iyzico-three-d.ts'

type IyzicoBank = Bank<IyzicoAccount>

const send = (bank: IyzicoBank, terms: OperationTerms, target: Target): Promise<Outcome> =>
  bank.send(
    () => operationRequest(terms, target),
    toConversation(terms),
    (answer, account) => operatedOutcome(answer, account, terms, target),
  )

const operate = async (bank: IyzicoBank, followUp: PaymentOperation): Promise<Outcome> => {
  let target = toTarget(followUp.original.references)
  if (target === undefined) {
    const found = await askReport(bank, iyzicoOrderId(followUp.original))
    if (found.kind === 'no_answer') return { kind: 'unknown', fault: found.fault }
    const charge = found.kind === 'found' ? findCharge(found.rows) : undefined
    target = charge && toTarget(charge.references)
  }
  if (target === undefined) return { kind: 'not_sent', fault: NO_TARGET }
  const outcome = await send(bank, followUp, target)
  if (followUp.operation !== 'void' || outcome.kind === 'approved' || outcome.fault.isOurs) return outcome
  // A void that was carried out before is carried out, if the report shows it.
  const onRecord = await IYZICO_INQUIRIES.inquireOperation(bank, followUp)
  return onRecord.kind === 'approved' ? onRecord : outcome
}

const { fault: NO_TARGET } = inconclusive('the bank has no number of this charge')

export const IYZICO: Gateway<IyzicoAccount> = {
  family: 'iyzico',
  types: ['iyzico'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure'],
    operations: ['sale', 'pre_auth', 'capture', 'void', 'refund'],
    // A void needs the number of the payment, so it stops none that is on its way.
    reversal: 'none',
    installmentCounts: [2, 3, 6, 9, 12],
    storedCredentials: 'none',
  }),
  codes: IYZICO_CODES,
  demo: {
    code: 'IYZICO',
    connectorName: 'iyzico',
    type: 'iyzico',
    name: 'IYZICO-DEMO',
    priority: 270,
    secrets: { apiKey: 'sandbox-SimIyzico1', secretKey: 'sandbox-SimIyzicoSecret1' },
    endpointPath: '/iyzico',
    settings: { supported_currencies: 'TRY,USD,EUR,GBP', three_d_model: '3d_secure', merchant_number: '3404591' },
  },
  dialect: IYZICO_DIALECT,
  requires: IYZICO_SETTINGS,
  account: iyzicoAccount,
  headers: iyzicoHeaders,
  orderId: iyzicoOrderId,
  payment: paymentRequest,
  operate,
  outcome: iyzicoOutcome,
  charged: chargedOutcome,
  threeD: IYZICO_THREE_D,
  ...IYZICO_INQUIRIES,
  async reverse(bank, attempt) {
    const onRecord = await IYZICO_INQUIRIES.inquire(bank, attempt)
    if (onRecord.kind === 'no_answer') return 'no_answer'
    if (onRecord.kind !== 'approved') return 'nothing_there'
    const target = toTarget(onRecord.references)
    const terms = { ...attempt, operation: 'void', original: attempt } as const
    return target && (await send(bank, terms, target)).kind === 'approved' ? 'reversed' : 'no_answer'
  },
}
