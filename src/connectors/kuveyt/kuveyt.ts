/** Kuveyt Türk: XML for payments in two steps, SOAP for what follows them. */
import type { Outcome, PaymentOperation } from '../attempt.ts'
import { declareAbilities } from '../kit/abilities.ts'
import type { Bank, Gateway } from '../kit/gateway.ts'
import type { OperationTerms } from '../kit/order-record.ts'
import { KUVEYT_SETTINGS, type KuveytAccount, kuveytAccount, kuveytSettingFaults } from './kuveyt-account.ts'
import { KUVEYT_CODES } from './kuveyt-codes.ts'
import { askRecord, KUVEYT_INQUIRIES } from './kuveyt-record.ts'
import {
  KUVEYT_DIALECT,
  kuveytOrderId,
  operationRequest,
  paymentRequest,
  type SoapOperation,
  toTarget,
} from './kuveyt-requests.ts'
import { kuveytOutcome, serviceOutcome } from './kuveyt-response.ts'
import { KUVEYT_THREE_D } from './kuveyt-three-d.ts'

type KuveytBank = Bank<KuveytAccount>
type Target = NonNullable<ReturnType<typeof toTarget>>

const send = (bank: KuveytBank, name: SoapOperation, terms: OperationTerms, target: Target): Promise<Outcome> => {
  const orderId = kuveytOrderId(terms.original)
  return bank.send(
    (account) => operationRequest(name, terms, target, account),
    orderId,
    (answer) => serviceOutcome(answer, name, orderId),
  )
}

const nameOf = ({ operation, amount, original }: PaymentOperation): SoapOperation => {
  if (operation === 'void') return 'SaleReversal'
  return original.refunded === 0 && amount.minor === original.captured ? 'DrawBack' : 'PartialDrawback'
}

const operate = async (bank: KuveytBank, followUp: PaymentOperation): Promise<Outcome> => {
  const { original, amount, operation } = followUp
  let target = toTarget(original.references)
  if (target === undefined) {
    const record = await askRecord(bank, kuveytOrderId(original), amount.currency)
    if (record.kind === 'no_answer') return { kind: 'unknown', fault: record.fault }
    target = record.kind === 'found' ? toTarget(record.references) : undefined
  }
  if (target === undefined) return { kind: 'not_sent', fault: NO_TARGET }
  const outcome = await send(bank, nameOf(followUp), followUp, target)
  if (operation !== 'void' || outcome.kind !== 'declined') return outcome
  // A void that was carried out before is carried out, if the record shows it.
  const onRecord = await KUVEYT_INQUIRIES.inquireOperation(bank, followUp)
  return onRecord.kind === 'approved' ? onRecord : outcome
}

const NO_TARGET = {
  providerCode: 'no_answer',
  providerMessage: 'the bank has no number of this charge',
  isOurs: true,
} as const

export const KUVEYT: Gateway<KuveytAccount> = {
  family: 'kuveyt',
  types: ['kuveyt_turk_vpos'],
  capabilities: declareAbilities({
    models: ['none', '3d_secure'],
    operations: ['sale', 'void', 'refund'],
    currencies: ['TRY', 'USD', 'EUR'],
    // A void needs numbers that the bank has only for a charge: it stops none that is on its way.
    reversal: 'none',
    storedCredentials: 'none',
  }),
  codes: KUVEYT_CODES,
  demo: {
    code: 'KUVEYT_TURK_VPOS',
    connectorName: 'Kuveyt Türk Sanal POS',
    type: 'kuveyt_turk_vpos',
    name: 'KUVEYT-TURK-DEMO',
    priority: 260,
    username: 'simapi',
    storeId: '7201',
    terminalId: '7200235',
    secrets: { password: 'SimApiPw1' },
    endpointPath: '/kuveyt/BOA.Integration.WCFService/BOA.Integration.VirtualPos/VirtualPosService.svc/Basic',
    threeDSecurePath: '/kuveyt/ServiceGateWay/Home',
    settings: { supported_currencies: 'TRY,USD,EUR', three_d_model: '3d_secure' },
  },
  dialect: KUVEYT_DIALECT,
  requires: KUVEYT_SETTINGS,
  checkSettings: kuveytSettingFaults,
  account: kuveytAccount,
  orderId: kuveytOrderId,
  payment: paymentRequest,
  operate,
  outcome: kuveytOutcome,
  threeD: KUVEYT_THREE_D,
  ...KUVEYT_INQUIRIES,
  async reverse(bank, attempt) {
    const record = await askRecord(bank, kuveytOrderId(attempt), attempt.amount.currency)
    if (record.kind === 'no_answer') return 'no_answer'
    if (record.kind === 'not_found' || record.state === 'voided' || record.state === 'declined') return 'nothing_there'
    const target = toTarget(record.references)
    if (target === undefined) return 'no_answer'
    const terms = { operation: 'void', original: attempt, amount: attempt.amount } as const
    return (await send(bank, 'SaleReversal', terms, target)).kind === 'approved' ? 'reversed' : 'no_answer'
  },
}
