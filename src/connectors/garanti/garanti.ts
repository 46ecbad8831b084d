/** Garanti GVPS: one bank's gateway, with one user for sales and another for what gives money back. */
import type { CallContext, Configuration, Observation, ThreeDModel } from '../attempt.ts'
import type { Capabilities, Connector, DemoConfiguration } from '../port.ts'
import { BANK_CURRENCIES, currencyNumber } from '../wire/amounts.ts'
import type { BankLine } from '../wire/bank-line.ts'
import { notConfigured } from '../wire/configured.ts'
import { observationOfSums, settlesNothing } from '../wire/order-sums.ts'
import type { XmlElement } from '../wire/xml.ts'
import { askXml, observationWithout, type XmlAnswer } from '../wire/xml-call.ts'
import { type GarantiAccount, garantiAccount, garantiSettingFaults } from './garanti-account.ts'
import { outcomeOfAnswer } from './garanti-answer.ts'
import { GARANTI_CODES } from './garanti-codes.ts'
import {
  bankOrder,
  chargeOf,
  type OrderRow,
  observationOfRows,
  orderRows,
  referencesOfRow,
  sumsOf,
} from './garanti-order.ts'
import {
  authenticatedRequest,
  followUpRequest,
  GARANTI,
  inquiryRequest,
  orderIdOf,
  paymentRequest,
  voidRequest,
} from './garanti-requests.ts'
import { garantiThreeD } from './garanti-three-d.ts'

const MODELS: readonly ThreeDModel[] = ['none', '3d_secure', '3d_pay']
const CAPABILITIES: Capabilities = {
  operations: { sale: MODELS, pre_auth: MODELS, capture: ['none'], void: ['none'], refund: ['none'] },
  currencies: BANK_CURRENCIES,
  installmentsMax: 12,
  inquiry: 'by_reference',
  reversal: 'by_reference',
  latenessWindowMs: 90_000,
  callDeadlineMs: 30_000,
  inquiryDeadlineMs: 10_000,
  nothingBookedCodes: [],
  refundsAtOnce: 'one',
}
/** A call that ends before its deadline can still say how far it got. */
const MARGIN_MS = 500

const DEMO: DemoConfiguration = {
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
}

type Write = (account: GarantiAccount) => XmlElement
type Unfound = Extract<Observation, { kind: 'not_found' | 'no_answer' }>

export const openGaranti = (line: BankLine): Connector => {
  const money = (configuration: Configuration, content: Write, context: CallContext) =>
    ask(line, configuration, { content, budgetMs: CAPABILITIES.callDeadlineMs - MARGIN_MS }, context)
  const question = (configuration: Configuration, content: Write, context: CallContext) => {
    const budgetMs = CAPABILITIES.inquiryDeadlineMs - MARGIN_MS
    return ask(line, configuration, { content, budgetMs, isQuestion: true }, context)
  }
  const rowsOf = async (configuration: Configuration, order: Order, context: CallContext): Promise<Rows | Unfound> => {
    const content = (account: GarantiAccount) => inquiryRequest(account, 'orderhistoryinq', order)
    const answer = await question(configuration, content, context)
    if (answer.kind !== 'read') return observationWithout(answer)
    const rows = orderRows(answer.content, order.orderId)
    if (rows === 'not_found') return { kind: 'not_found' }
    return rows ? { kind: 'found', rows } : settlesNothing('the bank gave no history of the order')
  }

  return {
    family: 'garanti',
    types: ['garanti_vpos'],
    capabilities: CAPABILITIES,
    codes: GARANTI_CODES,
    demo: DEMO,
    checkSettings: garantiSettingFaults,
    threeDSecure: garantiThreeD(line, async (attempt, authentication, context) => {
      const content = (account: GarantiAccount) => authenticatedRequest(account, attempt, authentication)
      return outcomeOfAnswer(await money(attempt.configuration, content, context), orderIdOf(attempt))
    }),
    async start(attempt, context) {
      const answer = await money(attempt.configuration, (account) => paymentRequest(account, attempt), context)
      return outcomeOfAnswer(answer, orderIdOf(attempt))
    },
    async inquire(attempt, context) {
      const found = await rowsOf(attempt.configuration, orderOf(attempt), context)
      return found.kind === 'found' ? observationOfRows(found.rows, attempt) : found
    },
    /** Voids name what they void, so the bank is asked first; of an order it does not know, the void is sent all the same. */
    async reverse(attempt, context) {
      const order = orderOf(attempt)
      const found = await rowsOf(attempt.configuration, order, context)
      if (found.kind === 'no_answer') return 'no_answer'
      const charge = found.kind === 'found' ? chargeOf(found.rows) : undefined
      if (found.kind === 'found' && (!charge?.isDone || sumsOf(found.rows).isVoided))
        return observationOfRows(found.rows, attempt).kind === 'declined' ? 'nothing_there' : 'no_answer'
      const retref = charge?.references.hostReference ?? ''
      const content = (account: GarantiAccount) => voidRequest(account, { ...order, retref, buyerIp: attempt.buyerIp })
      const outcome = outcomeOfAnswer(await money(attempt.configuration, content, context), order.orderId)
      if (outcome.kind === 'approved') return 'reversed'
      return outcome.kind === 'declined' && found.kind === 'not_found' ? 'nothing_there' : 'no_answer'
    },
    async followUp(followUp, context) {
      const answer = await money(followUp.configuration, (account) => followUpRequest(account, followUp), context)
      return outcomeOfAnswer(answer, orderIdOf(followUp.original))
    },
    async inquireFollowUp(followUp, context) {
      const { original, amount, operation } = followUp
      const found = await rowsOf(followUp.configuration, orderOf({ reference: original.reference, amount }), context)
      if (found.kind !== 'found') return found
      const references = referencesOfRow(found.rows, operation, amount.minor) ?? original.references
      return observationOfSums(followUp, sumsOf(found.rows), references)
    },
    async lookUp(attempt, context, orderId = orderIdOf(attempt)) {
      const order = { ...orderOf(attempt), orderId }
      const found = await rowsOf(attempt.configuration, order, context)
      if (found.kind === 'not_found') return 'not_found'
      if (found.kind === 'no_answer') throw new Error(found.fault.providerMessage)
      const content = (account: GarantiAccount) => inquiryRequest(account, 'orderinq', order)
      const status = await question(attempt.configuration, content, context)
      if (status.kind !== 'read') throw new Error(status.fault.providerMessage)
      return bankOrder(found.rows, status.content, attempt.amount.currency)
    },
  }
}

interface Order {
  readonly orderId: string
  readonly currency: string
}
interface Rows {
  readonly kind: 'found'
  readonly rows: readonly OrderRow[]
}

const orderOf = (attempt: { reference: string; amount: { currency: string } }): Order => ({
  orderId: orderIdOf(attempt),
  currency: currencyNumber(attempt.amount.currency),
})

const ask = async (
  line: BankLine,
  configuration: Configuration,
  { content, ...rest }: { content: Write; budgetMs: number; isQuestion?: boolean },
  context: CallContext,
): Promise<XmlAnswer> => {
  const account = garantiAccount(configuration)
  if (account === undefined) return notConfigured()
  return askXml(line, GARANTI, { url: configuration.endpointUrl, content: content(account), ...rest }, context)
}
