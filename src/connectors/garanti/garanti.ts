/** Garanti GVPS: one bank's gateway, with one user for sales and another for voids and refunds. */
import type { Attempt } from '../attempt.ts'
import { declareAbilities } from '../kit/abilities.ts'
import type { Bank, Gateway } from '../kit/gateway.ts'
import { inquiriesOfRows } from '../kit/order-record.ts'
import { findCharge, observationFromRows, orderTotals } from '../kit/order-rows.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import { GARANTI_SETTINGS, type GarantiAccount, garantiAccount, garantiSettingFaults } from './garanti-account.ts'
import { GARANTI_CODES } from './garanti-codes.ts'
import { askRows, askStatus, observeCharge, toOrder } from './garanti-inquiry.ts'
import { bankOrder } from './garanti-order.ts'
import {
  GARANTI_DIALECT,
  garantiOperationRequest,
  garantiOrderId,
  paymentRequest,
  voidRequest,
} from './garanti-requests.ts'
import { garantiOutcome } from './garanti-response.ts'
import { GARANTI_THREE_D } from './garanti-three-d.ts'

const PRE_AUTH_LIFE_MS = 15 * 24 * 3_600_000

/** A void names its target, so it needs an inquiry first; for an unknown order the void is sent all the same. */
const reverse = async (
  bank: Bank<GarantiAccount>,
  attempt: Attempt,
): Promise<'reversed' | 'nothing_there' | 'no_answer'> => {
  const { buyerIp } = attempt
  const order = toOrder(attempt)
  const found = await askRows(bank, order)
  if (found.kind === 'no_answer') return 'no_answer'
  const charge = found.kind === 'found' ? findCharge(found.rows) : undefined
  if (found.kind === 'found' && (!charge?.isDone || orderTotals(found.rows).isVoided))
    return observationFromRows(found.rows, attempt).kind === 'declined' ? 'nothing_there' : 'no_answer'
  const retref = charge?.references.hostReference ?? ''
  const amount = String(charge?.amount ?? attempt.amount.minor)
  const outcome = await bank.send(
    (account) => voidRequest(account, { ...order, amount, retref, buyerIp }),
    order.orderId,
  )
  if (outcome.kind === 'approved') return 'reversed'
  return outcome.kind === 'declined' && found.kind === 'not_found' ? 'nothing_there' : 'no_answer'
}

export const GARANTI: Gateway<GarantiAccount> = {
  family: 'garanti',
  types: ['garanti_vpos'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure', '3d_pay'],
    operations: ['sale', 'pre_auth', 'capture', 'void', 'refund'],
    captureWithinMs: PRE_AUTH_LIFE_MS,
  }),
  codes: GARANTI_CODES,
  demo: {
    code: 'GARANTI_VPOS',
    connectorName: 'Garanti Sanal POS',
    type: 'garanti_vpos',
    name: 'GARANTI-DEMO',
    priority: 210,
    username: 'PROVAUT',
    terminalId: '10100200',
    storeId: '7000001',
    secrets: {
      password: 'SimProvPw1',
      secretKey: 'SimStoreKey1',
      extraCredentials: JSON.stringify({ refund_username: 'PROVRFN', refund_password: 'SimRfnPw1' }),
    },
    endpointPath: '/garanti/VPServlet',
    threeDSecurePath: '/garanti/servlet/gt3dengine',
    settings: { supported_currencies: 'TRY,USD,EUR,GBP', three_d_model: '3d_secure' },
  },
  dialect: GARANTI_DIALECT,
  requires: GARANTI_SETTINGS,
  checkSettings: garantiSettingFaults,
  account: garantiAccount,
  orderId: garantiOrderId,
  payment: paymentRequest,
  operation: garantiOperationRequest,
  outcome: garantiOutcome,
  threeD: GARANTI_THREE_D,
  ...inquiriesOfRows({
    orderId: garantiOrderId,
    askRows: (bank: Bank<GarantiAccount>, orderId, currency) =>
      askRows(bank, { orderId, currency: currencyNumber(currency) }),
  }),
  inquire: observeCharge,
  reverse,
  async lookUp(bank, attempt, orderId) {
    const order = { ...toOrder(attempt), orderId }
    const found = await askRows(bank, order)
    if (found.kind !== 'found') return found
    const other = await askStatus(bank, order)
    return other.kind === 'found' ? bankOrder(found.rows, other.status, attempt.amount.currency) : other
  },
}
