/** PayFor: one gateway product of several banks, each with its own institution number. */
import type { Attempt } from '../attempt.ts'
import { declareAbilities } from '../kit/abilities.ts'
import type { Bank, Gateway } from '../kit/gateway.ts'
import { observationFromTotals } from '../kit/observation.ts'
import { observationFromRows, orderTotals, rowReferences } from '../kit/order-rows.ts'
import { PAYFOR_SETTINGS, type PayforAccount, payforAccount, payforSettingFaults } from './payfor-account.ts'
import { PAYFOR_CODES } from './payfor-codes.ts'
import { askRows, observeCharge } from './payfor-inquiry.ts'
import { bankOrder } from './payfor-order.ts'
import { PAYFOR_DIALECT, payforOperationRequest, payforOrderId, paymentRequest } from './payfor-requests.ts'
import { payforOutcome } from './payfor-response.ts'
import { PAYFOR_THREE_D } from './payfor-three-d.ts'

const reverse = async (
  bank: Bank<PayforAccount>,
  attempt: Attempt,
): Promise<'reversed' | 'nothing_there' | 'no_answer'> => {
  const orderId = payforOrderId(attempt)
  const { amount } = attempt
  const outcome = await bank.send(
    (account) => payforOperationRequest(account, { operation: 'void', original: attempt, amount }),
    orderId,
  )
  if (outcome.kind === 'approved') return 'reversed'
  if (outcome.fault.isOurs) return 'no_answer'
  const found = await askRows(bank, orderId)
  if (found.kind !== 'found') return found.kind === 'not_found' ? 'nothing_there' : 'no_answer'
  const observed = observationFromRows(found.rows, attempt)
  return observed.kind === 'declined' || observed.kind === 'not_found' ? 'nothing_there' : 'no_answer'
}

export const PAYFOR: Gateway<PayforAccount> = {
  family: 'payfor',
  types: ['qnb_finansbank_vpos', 'enpara_vpos', 'ziraat_katilim_vpos'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure', '3d_pay'],
    operations: ['sale', 'pre_auth', 'capture', 'void', 'refund'],
  }),
  codes: PAYFOR_CODES,
  demo: {
    code: 'QNB_VPOS',
    connectorName: 'QNB Sanal POS',
    type: 'qnb_finansbank_vpos',
    name: 'QNB-DEMO',
    priority: 230,
    username: 'SIM_API_USER',
    storeId: '085300000000001',
    secrets: { password: 'SimUserPw1', secretKey: 'SimMrcPass' },
    endpointPath: '/payfor/Gateway/XMLGate.aspx',
    threeDSecurePath: '/payfor/Gateway/Default.aspx',
    settings: { supported_currencies: 'TRY,USD,EUR,GBP', three_d_model: '3d_secure' },
  },
  dialect: PAYFOR_DIALECT,
  requires: PAYFOR_SETTINGS,
  checkSettings: payforSettingFaults,
  account: payforAccount,
  orderId: payforOrderId,
  payment: paymentRequest,
  operation: payforOperationRequest,
  outcome: payforOutcome,
  threeD: PAYFOR_THREE_D,
  inquire: observeCharge,
  reverse,
  async inquireOperation(bank, followUp) {
    const { original, amount, operation } = followUp
    const found = await askRows(bank, payforOrderId(original))
    if (found.kind !== 'found') return found
    const references = rowReferences(found.rows, operation, amount.minor) ?? original.references
    return observationFromTotals(followUp, orderTotals(found.rows), references)
  },
  async lookUp(bank, attempt, orderId) {
    const found = await askRows(bank, orderId)
    return found.kind === 'found' ? bankOrder(found.rows, attempt.amount.currency) : found
  },
}
