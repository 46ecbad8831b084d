/** NestPay (EST V3): one gateway product that many banks run, each at its own address. */
import type { CallContext, Configuration, Outcome, ThreeDModel } from '../attempt.ts'
import type { Capabilities, Connector, DemoConfiguration } from '../port.ts'
import { BANK_CURRENCIES } from '../transport/bank-amounts.ts'
import type { BankHttpClient } from '../transport/bank-http-client.ts'
import { notConfigured } from '../transport/not-configured.ts'
import { textAt, type XmlElement } from '../transport/xml.ts'
import { callXml, unreadableOutcome, type XmlResponse } from '../transport/xml-call.ts'
import { type NestpayAccount, nestpayAccount, nestpaySettingFaults } from './nestpay-account.ts'
import { NESTPAY_CODES } from './nestpay-codes.ts'
import { openNestpayInquiry } from './nestpay-inquiry.ts'
import { bankOrder } from './nestpay-look-up.ts'
import { observationFromStatus, observationOfOperation } from './nestpay-order.ts'
import {
  authenticatedRequest,
  NESTPAY,
  nestpayOperationRequest,
  nestpayOrderId,
  paymentRequest,
  voidRequest,
} from './nestpay-requests.ts'
import { nestpayResultOutcome } from './nestpay-response.ts'
import { nestpayThreeD } from './nestpay-three-d.ts'

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

/** A call that ends before its deadline can still report what was sent. */
const MARGIN_MS = 500

const DEMO: DemoConfiguration = {
  code: 'NEST_PAY',
  connectorName: 'NestPay',
  type: 'nest_pay',
  name: 'NESTPAY-DEMO',
  priority: 200,
  username: 'simapi',
  storeId: '500100200',
  secrets: { password: 'SimApiPw1', secretKey: 'SimStoreKey1' },
  endpointPath: '/nestpay/fim/api',
  threeDSecurePath: '/nestpay/fim/est3Dgate',
  settings: { supported_currencies: 'TRY,USD,EUR,GBP', three_d_model: '3d_secure' },
}

type Ask = (account: NestpayAccount) => XmlElement

export const openNestpay = (line: BankHttpClient): Connector => {
  const money = (configuration: Configuration, content: Ask, context: CallContext) =>
    ask(line, configuration, { content, budgetMs: CAPABILITIES.callDeadlineMs - MARGIN_MS }, context)
  const question = (configuration: Configuration, content: Ask, context: CallContext) =>
    ask(
      line,
      configuration,
      { content, budgetMs: CAPABILITIES.inquiryDeadlineMs - MARGIN_MS, isQuestion: true },
      context,
    )
  const books = openNestpayInquiry(question)

  return {
    family: 'nestpay',
    types: ['nest_pay', 'halk_bank_vpos', 'is_bank_vpos', 'ziraat_vpos'],
    capabilities: CAPABILITIES,
    codes: NESTPAY_CODES,
    demo: DEMO,
    checkSettings: nestpaySettingFaults,
    threeDSecure: nestpayThreeD(line, async (attempt, authentication, context) => {
      const request = (account: NestpayAccount) => authenticatedRequest(account, attempt, authentication)
      return nestpayOutcome(await money(attempt.configuration, request, context), nestpayOrderId(attempt))
    }),
    async start(attempt, context) {
      const answer = await money(attempt.configuration, (account) => paymentRequest(account, attempt), context)
      return nestpayOutcome(answer, nestpayOrderId(attempt))
    },
    async inquire(attempt, context) {
      const found = await books.status(attempt.configuration, nestpayOrderId(attempt), context)
      if (found.kind !== 'found') return found
      return observationFromStatus(found.status, attempt)
    },
    async reverse(attempt, context) {
      const answer = await money(
        attempt.configuration,
        (account) => voidRequest(account, nestpayOrderId(attempt)),
        context,
      )
      if (answer.kind !== 'read') return 'no_answer'
      if (nestpayOutcome(answer, nestpayOrderId(attempt)).kind === 'approved') return 'reversed'
      const found = await books.status(attempt.configuration, nestpayOrderId(attempt), context)
      if (found.kind === 'not_found') return 'nothing_there'
      return found.kind === 'found' && ['V', 'D', 'ERR'].includes(found.status.word) ? 'nothing_there' : 'no_answer'
    },
    async operate(followUp, context) {
      const answer = await money(
        followUp.configuration,
        (account) => nestpayOperationRequest(account, followUp),
        context,
      )
      return nestpayOutcome(answer, nestpayOrderId(followUp.original))
    },
    async inquireOperation(followUp, context) {
      const found = await books.order(followUp.configuration, nestpayOrderId(followUp.original), context)
      if (found.kind !== 'found') return found
      return observationOfOperation(followUp, found.status, found.lines)
    },
    async lookUp(attempt, context, orderId = nestpayOrderId(attempt)) {
      const found = await books.order(attempt.configuration, orderId, context)
      if (found.kind === 'not_found') return 'not_found'
      if (found.kind === 'no_answer') throw new Error(found.fault.providerMessage)
      return bankOrder(found.status, found.lines, attempt)
    },
  }
}

interface Question {
  readonly content: Ask
  readonly budgetMs: number
  readonly isQuestion?: boolean
}

const ask = async (
  line: BankHttpClient,
  configuration: Configuration,
  { content, ...rest }: Question,
  context: CallContext,
): Promise<XmlResponse> => {
  const account = nestpayAccount(configuration)
  if (account === undefined) return notConfigured()
  return callXml(line, NESTPAY, { url: configuration.endpointUrl, content: content(account), ...rest }, context)
}

const nestpayOutcome = (answer: XmlResponse, orderId: string): Outcome => {
  if (answer.kind !== 'read') return unreadableOutcome(answer)
  const text = (path: string): string | null => textAt(answer.content, path)
  return nestpayResultOutcome(
    {
      orderId: answer.content.OrderId === '' ? '' : text('OrderId'),
      response: text('Response'),
      code: text('ProcReturnCode'),
      errorCode: text('Extra/ERRORCODE') ?? text('ERRORCODE'),
      message: text('ErrMsg'),
      references: {
        providerTransactionId: text('TransId'),
        authCode: text('AuthCode'),
        hostReference: text('HostRefNum'),
      },
    },
    orderId,
  )
}
