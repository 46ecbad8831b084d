/** PayFor: one gateway product of several banks, each with its own institution number. */
import { declareAbilities } from '../kit/abilities.ts'
import type { Gateway } from '../kit/gateway.ts'
import { inquiriesOfRows, reverseByVoid } from '../kit/order-record.ts'
import { PAYFOR_SETTINGS, type PayforAccount, payforAccount, payforSettingFaults } from './payfor-account.ts'
import { PAYFOR_CODES } from './payfor-codes.ts'
import { askRows, observeCharge, observeHistory } from './payfor-inquiry.ts'
import { PAYFOR_DIALECT, payforOperationRequest, payforOrderId, paymentRequest } from './payfor-requests.ts'
import { payforOutcome } from './payfor-response.ts'
import { PAYFOR_THREE_D } from './payfor-three-d.ts'

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
  ...inquiriesOfRows({ orderId: payforOrderId, askRows }),
  inquire: observeCharge,
  reverse: reverseByVoid({
    orderId: payforOrderId,
    operationRequest: payforOperationRequest,
    observe: observeHistory,
  }),
}
