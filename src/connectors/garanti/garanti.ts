/** Garanti GVPS: one bank's gateway, with one user for sales and another for voids and refunds. */
import type { Attempt, CallContext, Configuration, ThreeDModel } from '../attempt.ts'
import type { Capabilities, Connector, DemoConfiguration } from '../port.ts'
import { BANK_CURRENCIES } from '../transport/bank-amounts.ts'
import type { BankHttpClient } from '../transport/bank-http-client.ts'
import { notConfigured } from '../transport/not-configured.ts'
import { observationFromTotals } from '../transport/order-totals.ts'
import type { XmlElement } from '../transport/xml.ts'
import { callXml, type XmlResponse } from '../transport/xml-call.ts'
import { type GarantiAccount, garantiAccount, garantiSettingFaults } from './garanti-account.ts'
import { GARANTI_CODES } from './garanti-codes.ts'
import { type Ask, type GarantiInquiry, openGarantiInquiry, toOrder } from './garanti-inquiry.ts'
import { bankOrder, findCharge, observationFromRows, orderTotals, rowReferences } from './garanti-order.ts'
import {
  authenticatedRequest,
  GARANTI,
  garantiOperationRequest,
  garantiOrderId,
  paymentRequest,
  voidRequest,
} from './garanti-requests.ts'
import { responseOutcome } from './garanti-response.ts'
import { garantiThreeD } from './garanti-three-d.ts'

const PRE_AUTH_LIFE_MS = 15 * 24 * 3_600_000
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
  captureWithinMs: PRE_AUTH_LIFE_MS,
}
/** A call that ends before its deadline can still report what was sent. */
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

export const openGaranti = (line: BankHttpClient): Connector => {
  const money: Ask = (configuration, content, context) =>
    ask(line, configuration, { content, budgetMs: CAPABILITIES.callDeadlineMs - MARGIN_MS }, context)
  const question: Ask = (configuration, content, context) =>
    ask(
      line,
      configuration,
      { content, budgetMs: CAPABILITIES.inquiryDeadlineMs - MARGIN_MS, isQuestion: true },
      context,
    )
  const books = openGarantiInquiry(question)

  return {
    family: 'garanti',
    types: ['garanti_vpos'],
    capabilities: CAPABILITIES,
    codes: GARANTI_CODES,
    demo: DEMO,
    checkSettings: garantiSettingFaults,
    threeDSecure: garantiThreeD(line, async (attempt, authentication, context) => {
      const content = (account: GarantiAccount) => authenticatedRequest(account, attempt, authentication)
      return responseOutcome(await money(attempt.configuration, content, context), garantiOrderId(attempt))
    }),
    async start(attempt, context) {
      const answer = await money(attempt.configuration, (account) => paymentRequest(account, attempt), context)
      return responseOutcome(answer, garantiOrderId(attempt))
    },
    inquire: books.observe,
    reverse: (attempt, context) => reverse(books, money, attempt, context),
    async operate(followUp, context) {
      const answer = await money(
        followUp.configuration,
        (account) => garantiOperationRequest(account, followUp),
        context,
      )
      return responseOutcome(answer, garantiOrderId(followUp.original))
    },
    async inquireOperation(followUp, context) {
      const { original, amount, operation } = followUp
      const order = toOrder({ reference: original.reference, amount })
      const found = await books.rows(followUp.configuration, order, context)
      if (found.kind !== 'found') return found
      const references = rowReferences(found.rows, operation, amount.minor) ?? original.references
      return observationFromTotals(followUp, orderTotals(found.rows), references)
    },
    async lookUp(attempt, context, orderId = garantiOrderId(attempt)) {
      const order = { ...toOrder(attempt), orderId }
      const found = await books.rows(attempt.configuration, order, context)
      if (found.kind === 'not_found') return 'not_found'
      if (found.kind === 'no_answer') throw new Error(found.fault.providerMessage)
      const status = await books.status(attempt.configuration, order, context)
      if (status.kind !== 'read') throw new Error(status.fault.providerMessage)
      return bankOrder(found.rows, status.content, attempt.amount.currency)
    },
  }
}

/** A void names its target, so it needs an inquiry first; for an unknown order the void is sent all the same. */
const reverse = async (
  books: GarantiInquiry,
  money: Ask,
  attempt: Attempt,
  context: CallContext,
): Promise<'reversed' | 'nothing_there' | 'no_answer'> => {
  const { configuration, buyerIp } = attempt
  const order = toOrder(attempt)
  const found = await books.rows(configuration, order, context)
  if (found.kind === 'no_answer') return 'no_answer'
  const charge = found.kind === 'found' ? findCharge(found.rows) : undefined
  if (found.kind === 'found' && (!charge?.isDone || orderTotals(found.rows).isVoided))
    return observationFromRows(found.rows, attempt).kind === 'declined' ? 'nothing_there' : 'no_answer'
  const retref = charge?.references.hostReference ?? ''
  const amount = String(charge?.amount ?? attempt.amount.minor)
  const content = (account: GarantiAccount) => voidRequest(account, { ...order, amount, retref, buyerIp })
  const outcome = responseOutcome(await money(configuration, content, context), order.orderId)
  if (outcome.kind === 'approved') return 'reversed'
  return outcome.kind === 'declined' && found.kind === 'not_found' ? 'nothing_there' : 'no_answer'
}

const ask = async (
  line: BankHttpClient,
  configuration: Configuration,
  { content, ...rest }: { content: Write; budgetMs: number; isQuestion?: boolean },
  context: CallContext,
): Promise<XmlResponse> => {
  const account = garantiAccount(configuration)
  if (account === undefined) return notConfigured()
  return callXml(line, GARANTI, { url: configuration.endpointUrl, content: content(account), ...rest }, context)
}
