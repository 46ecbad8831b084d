/** PosNet: Yapı Kredi's gateway in XML, with three calls around a challenge. */
import { declareAbilities } from '../kit/abilities.ts'
import type { Gateway } from '../kit/gateway.ts'
import { inconclusive, observationFromTotals } from '../kit/observation.ts'
import { POSNET_SETTINGS, type PosnetAccount, posnetAccount, posnetSettingFaults } from './posnet-account.ts'
import { POSNET_CODES } from './posnet-codes.ts'
import { askRows, operate, reverse } from './posnet-inquiry.ts'
import { bankOrder, observationFromRows, operationReferences, orderTotals } from './posnet-order.ts'
import { orderNames, POSNET_CURRENCIES, POSNET_DIALECT, posnetXid, saleRequest } from './posnet-requests.ts'
import { posnetOutcome } from './posnet-response.ts'
import { POSNET_THREE_D } from './posnet-three-d.ts'

export const POSNET: Gateway<PosnetAccount> = {
  family: 'posnet',
  types: ['yapi_kredi_vpos'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure'],
    operations: ['sale', 'pre_auth', 'capture', 'void', 'refund'],
    currencies: POSNET_CURRENCIES,
  }),
  codes: POSNET_CODES,
  demo: {
    code: 'YAPI_KREDI_VPOS',
    connectorName: 'Yapı Kredi PosNet',
    type: 'yapi_kredi_vpos',
    name: 'YAPIKREDI-DEMO',
    priority: 220,
    username: '9644',
    terminalId: '67000001',
    storeId: '6700000001',
    secrets: { secretKey: '1,2,3,4,5,6,7,8' },
    endpointPath: '/posnet/PosnetWebService/XML',
    threeDSecurePath: '/posnet/3DSWebService/YKBPaymentService',
    settings: { supported_currencies: 'TRY,USD,EUR', three_d_model: '3d_secure' },
  },
  dialect: POSNET_DIALECT,
  requires: POSNET_SETTINGS,
  checkSettings: posnetSettingFaults,
  account: posnetAccount,
  orderId: posnetXid,
  payment: saleRequest,
  operate,
  outcome: posnetOutcome,
  threeD: POSNET_THREE_D,
  reverse,
  async inquire(bank, attempt) {
    const found = await askRows(bank, orderNames(attempt))
    return found.kind === 'found' ? observationFromRows(found.rows, attempt) : found
  },
  async inquireOperation(bank, followUp) {
    const { original } = followUp
    const found = await askRows(bank, orderNames(original))
    if (found.kind !== 'found') return found
    const references = operationReferences(found.rows, followUp) ?? original.references
    return observationFromTotals(followUp, orderTotals(found.rows), references)
  },
  async lookUp(bank, attempt, orderId) {
    // Another order of the account is named as the bank names it.
    const found = await askRows(bank, orderId === posnetXid(attempt) ? orderNames(attempt) : [orderId])
    if (found.kind !== 'found') return found
    return bankOrder(found.rows) ?? inconclusive('the record at the bank has no charge')
  },
}
