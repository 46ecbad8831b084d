/** Every connector that calls a bank over the network, each with the bank simulator behind its own demo configuration. */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type {
  Attempt,
  CallContext,
  Configuration,
  Exchange,
  Outcome,
  PaymentOperation,
  PaymentOperationType,
} from '../../src/connectors/attempt.ts'
import type { Connector, DemoConfiguration } from '../../src/connectors/port.ts'
import { createRegistry, GATEWAYS } from '../../src/connectors/registry.ts'
import { createBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { maskCardNumbers } from '../../src/core/card-numbers-in-text.ts'
import { money } from '../../src/core/money.ts'
import { attemptOf, configurationFor, contextOf, followUpOf } from './attempts.ts'
import { type BankFault, type BankProcess, startBank } from './bank.ts'

export type WiredConnector = Connector & { readonly demo: DemoConfiguration }

export interface BankRig {
  readonly bank: BankProcess
  context(changes?: Partial<CallContext>): CallContext
  configuration(connector: WiredConnector, changes?: Partial<Configuration>): Configuration
  /** A sale of 149.90 TRY under a new order id. */
  attempt(connector: WiredConnector, changes?: Partial<Attempt> & { number?: string; cvv?: string }): Attempt
  followUp(
    attempt: Attempt,
    outcome: Outcome,
    operation: PaymentOperationType,
    minor: number,
    sums?: Sums,
  ): PaymentOperation
  approved(
    connector: WiredConnector,
    operation?: 'sale' | 'pre_auth',
  ): Promise<{ attempt: Attempt; outcome: Extract<Outcome, { kind: 'approved' }> }>
  /** The id under which the bank keeps the order of an attempt. */
  orderId(attempt: Attempt): string
  /** The bank's next answer about an order, or about an operation of it, has a fault. */
  arm(attempt: Attempt, fault: Omit<BankFault, 'match'>, operation?: string): Promise<unknown>
  /** The request log of all calls holds no card number, card code, password, store key, hash or proof. */
  assertNothingLeaked(exchangesMin: number, ...texts: string[]): void
  /** Moves the clocks of the bank and of its callers. */
  advance(seconds: number): Promise<void>
  /** What the bank has of an order: captured minus refunded; undefined when the order is unknown to it. */
  net(connector: WiredConnector, attempt: Attempt): Promise<number | undefined>
  stop(): Promise<void>
}

export interface Sums {
  readonly captured?: number
  readonly refunded?: number
}

/** Passes without being asked. */
export const GOOD_CARD = '4546711234567894'
export const CVV = '737'

/** Members of any gateway's messages with a value that is not masked. */
const UNMASKED =
  /<(Cvv2Val|CVV2|Cvv2|cvc|mac|bankData|merchantData|sign|data1|data2|UserPass|HashData|CardCVV2|Data|Password|Md|PayerTxnId|PayerAuthenticationCode|AuthenticationCode)>[^*<]|"(cv2|cardcvv2|Cvv2|hash|Hash|secure3dhash|posnetData|posnetData2|digest|cvv2|cvc|email|identityNumber|secureId|secureData|secureMd|UserPass|MD|PayerTxnId|PayerAuthenticationCode)":"[^*"]/

const line = createBankHttpClient({ allowLoopback: true, isLocalOnly: true })

export const wiredConnectors: readonly WiredConnector[] = createRegistry({ httpClient: line }).connectors.filter(
  (each): each is WiredConnector => each.demo !== undefined,
)

export const [planConnectors, planlessConnectors] = [
  wiredConnectors.filter(({ capabilities }) => capabilities.storedCredentials !== 'none'),
  wiredConnectors.filter(({ capabilities }) => capabilities.storedCredentials === 'none'),
]

let orders = 0
const newReference = (): string => `V${String(++orders).padStart(6, '0')}x${process.pid}x01`

const openClock = (bank: BankProcess): Pick<BankRig, 'advance'> & Pick<CallContext, 'nowMs'> => {
  let aheadMs = 0
  return {
    nowMs: () => Date.now() + aheadMs,
    async advance(seconds) {
      await bank.control.advance(seconds)
      aheadMs += seconds * 1_000
    },
  }
}

export const openBankRig = async (): Promise<BankRig> => {
  const bank = await startBank()
  const exchanges: Exchange[] = []
  const { nowMs, advance } = openClock(bank)
  const context: BankRig['context'] = (changes = {}) => ({
    ...contextOf().context,
    nowMs, // a bank may be asked about a span of time
    logExchange: (exchange) => void exchanges.push(exchange),
    ...changes,
  })
  const attempt: BankRig['attempt'] = (connector, { number = GOOD_CARD, ...changes } = {}) =>
    attemptOf(number, {
      reference: newReference(),
      cvv: CVV,
      amount: money(14_990, 'TRY'),
      buyerIp: '192.0.2.10',
      configuration: configurationAt(connector, bank.url, {}),
      ...changes,
    })
  return {
    bank,
    context,
    configuration: (connector, changes = {}) => configurationAt(connector, bank.url, changes),
    attempt,
    followUp(attempt, outcome, operation, minor, sums = {}) {
      if (outcome.kind !== 'approved') throw new Error('only what was approved is followed up')
      const captured = attempt.operation === 'sale' ? attempt.amount.minor : 0
      const followUp = followUpOf(operation, attempt, { references: outcome.references, captured, ...sums })
      return { ...followUp, reference: newReference(), amount: money(minor, attempt.amount.currency) }
    },
    async approved(connector, operation = 'sale') {
      const started = attempt(connector, { operation })
      const outcome = await connector.start(started, context())
      assert.ok(outcome.kind === 'approved', inspect(outcome))
      return { attempt: started, outcome }
    },
    orderId: orderAtBank,
    advance,
    arm: (attempt, fault, operation) =>
      bank.control.arm({ ...fault, match: { order_id: orderAtBank(attempt), ...(operation ? { operation } : {}) } }),
    assertNothingLeaked: (exchangesMin, ...texts) => assertMasked(exchanges, exchangesMin, texts),
    async net({ demo }, attempt) {
      return (await bank.control.order(merchantOf(demo), orderAtBank(attempt)))?.net
    },
    async stop() {
      line.close()
      await bank.stop()
    },
  }
}

/**
 * The number by which the bank's books have a merchant; the terminal of Kuveyt Türk is the number of a customer, and iyzico names
 * its merchants by their keys.
 */
export const merchantOf = ({ type, terminalId, storeId, settings }: DemoConfiguration): string =>
  (type === 'kuveyt_turk_vpos' ? undefined : terminalId) ?? storeId ?? settings.merchant_number ?? ''

/** PosNet's orders have 24 characters: those that we make of a reference, behind digits of ours or letters of the bank. */
export const toOrderId = (reference: string, connectorType: string, model: Attempt['model'] = 'none'): string => {
  if (connectorType !== 'yapi_kredi_vpos') return reference
  const { orderId } = GATEWAYS.find(({ family }) => family === 'posnet')!
  return `${model === 'none' ? '0000' : 'TDS_'}${orderId({ reference })}`
}
const orderAtBank = ({ reference, configuration, model }: Attempt): string =>
  toOrderId(reference, configuration.connectorType, model)

const configurationAt = (
  connector: WiredConnector,
  bankUrl: string,
  changes: Partial<Configuration>,
): Configuration => {
  const { endpointPath, threeDSecurePath = '' } = connector.demo
  const threeDSecureEndpointUrl = `${bankUrl}${threeDSecurePath}`
  return configurationFor(connector, `${bankUrl}${endpointPath}`, { threeDSecureEndpointUrl, ...changes })
}

const assertMasked = (exchanges: readonly Exchange[], exchangesMin: number, texts: readonly string[]): void => {
  assert.ok(exchanges.length > exchangesMin)
  const text = JSON.stringify(exchanges.map(({ startedAt: _, answeredAt: __, ...written }) => written))
  assert.equal(maskCardNumbers(text), text)
  for (const secret of [...wiredConnectors.flatMap(secretsOf), GOOD_CARD, ...texts])
    assert.equal(text.includes(secret), false, secret)
  assert.doesNotMatch(text, new RegExp(`cv2[^*]{0,8}${CVV}`))
  for (const { requestBody } of exchanges) assert.doesNotMatch(requestBody, UNMASKED)
}

const secretsOf = ({ demo }: WiredConnector): string[] => {
  const { extraCredentials = '{}', ...secrets } = demo.secrets
  const others = Object.entries(JSON.parse(extraCredentials)).filter(([name]) => name.endsWith('password'))
  return [...Object.values(secrets), ...others.map(([, secret]) => String(secret))]
}
