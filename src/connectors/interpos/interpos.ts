/** InterPOS: the gateway of DenizBank, forms and pairs of names and values. */
import type { Outcome, PaymentOperation } from '../attempt.ts'
import { declareAbilities } from '../kit/abilities.ts'
import type { Bank, Gateway } from '../kit/gateway.ts'
import { reverseByVoid } from '../kit/order-record.ts'
import { INTERPOS_SETTINGS, type InterposAccount, interposAccount, interposSettingFaults } from './interpos-account.ts'
import { INTERPOS_CODES } from './interpos-codes.ts'
import { askRecord, INTERPOS_INQUIRIES } from './interpos-record.ts'
import { INTERPOS_DIALECT, interposOperationRequest, interposOrderId, paymentRequest } from './interpos-requests.ts'
import { interposOperationOutcome, interposOutcome } from './interpos-response.ts'
import { INTERPOS_THREE_D } from './interpos-three-d.ts'

const operate = async (bank: Bank<InterposAccount>, followUp: PaymentOperation): Promise<Outcome> => {
  const { operation, original } = followUp
  const orderId = interposOrderId(original)
  const send = (): Promise<Outcome> =>
    bank.send(
      (account) => interposOperationRequest(followUp, account),
      orderId,
      (answer) => interposOperationOutcome(answer, orderId),
    )
  const outcome = await send()
  if (operation !== 'void') return outcome
  // A void that was carried out before is carried out, if the record shows it.
  if (outcome.kind === 'declined') {
    const onRecord = await INTERPOS_INQUIRIES.inquireOperation(bank, followUp)
    return onRecord.kind === 'approved' ? onRecord : outcome
  }
  if (outcome.kind !== 'approved' || original.captured === 0 || original.operation === 'sale') return outcome
  // Whether the void of a capture takes the hold back, too, shows in the record.
  const record = await askRecord(bank, orderId)
  if (record.kind === 'no_answer') return { kind: 'unknown', fault: record.fault }
  if (record.kind !== 'found' || record.state !== 'held') return outcome
  const second = await send()
  // The capture is taken back already: the payment is neither what it was nor voided.
  return second.kind === 'declined' ? { kind: 'unknown', fault: second.fault } : second
}

export const INTERPOS: Gateway<InterposAccount> = {
  family: 'interpos',
  types: ['deniz_bank_vpos'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure', '3d_pay'],
    operations: ['sale', 'pre_auth', 'capture', 'void', 'refund'],
  }),
  codes: INTERPOS_CODES,
  demo: {
    code: 'DENIZBANK_VPOS',
    connectorName: 'DenizBank Sanal POS',
    type: 'deniz_bank_vpos',
    name: 'DENIZBANK-DEMO',
    priority: 250,
    username: 'SimInterApi',
    storeId: '3201',
    secrets: { password: 'SimUserPw1', secretKey: 'SimMrcPass' },
    endpointPath: '/interpos/mpi/Default.aspx',
    threeDSecurePath: '/interpos/mpi/Default.aspx',
    settings: { supported_currencies: 'TRY', three_d_model: '3d_secure' },
  },
  dialect: INTERPOS_DIALECT,
  requires: INTERPOS_SETTINGS,
  checkSettings: interposSettingFaults,
  account: interposAccount,
  orderId: interposOrderId,
  payment: paymentRequest,
  operate,
  outcome: interposOutcome,
  threeD: INTERPOS_THREE_D,
  ...INTERPOS_INQUIRIES,
  reverse: reverseByVoid({
    orderId: interposOrderId,
    operationRequest: interposOperationRequest,
    outcome: interposOperationOutcome,
    observe: INTERPOS_INQUIRIES.inquire,
  }),
}
