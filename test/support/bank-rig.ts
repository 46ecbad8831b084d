/** Every connector that calls a bank over the network, each with the bank simulator behind its own demo configuration. */
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
import { openRegistry } from '../../src/connectors/registry.ts'
import { openBankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'
import { attemptOf, configurationOf, contextOf } from './attempts.ts'
import { type BankProcess, startBank } from './bank.ts'

export type WiredConnector = Connector & { readonly demo: DemoConfiguration }

export interface BankRig {
  readonly bank: BankProcess
  /** What all calls of the rig recorded for the request log. */
  readonly exchanges: Exchange[]
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

const line = openBankHttpClient({ allowLoopback: true, isLocalOnly: true })

export const wiredConnectors: readonly WiredConnector[] = openRegistry({ httpClient: line }).connectors.filter(
  (each): each is WiredConnector => each.demo !== undefined,
)

let orders = 0
const newReference = (): string => `V${String(++orders).padStart(6, '0')}x${process.pid}x01`

export const openBankRig = async (): Promise<BankRig> => {
  const bank = await startBank()
  const exchanges: Exchange[] = []
  return {
    bank,
    exchanges,
    context: (changes = {}) => ({
      ...contextOf().context,
      logExchange: (exchange) => void exchanges.push(exchange),
      ...changes,
    }),
    configuration: ({ demo }, changes = {}) => ({ ...demoConfiguration(demo, bank.url), ...changes }),
    attempt(connector, { number = GOOD_CARD, ...changes } = {}) {
      return attemptOf(number, {
        reference: newReference(),
        cvv: CVV,
        amount: money(14_990, 'TRY'),
        buyerIp: '192.0.2.10',
        configuration: demoConfiguration(connector.demo, bank.url),
        ...changes,
      })
    },
    followUp(attempt, outcome, operation, minor, sums = {}) {
      if (outcome.kind !== 'approved') throw new Error('only what was approved is followed up')
      const captured = attempt.operation === 'sale' ? attempt.amount.minor : 0
      return {
        operation,
        tenantId: attempt.tenantId,
        transactionId: attempt.transactionId,
        reference: newReference(),
        amount: money(minor, attempt.amount.currency),
        original: {
          operation: attempt.operation === 'pre_auth' ? 'pre_auth' : 'sale',
          reference: attempt.reference,
          references: outcome.references,
          amount: attempt.amount,
          captured,
          refunded: 0,
          approvedAt: 0,
          ...sums,
        },
        extra: {},
        configuration: attempt.configuration,
      }
    },
    async net({ demo }, { reference }) {
      return (await bank.control.order(demo.terminalId ?? demo.storeId ?? '', reference))?.net
    },
    async stop() {
      line.close()
      await bank.stop()
    },
  }
}

const demoConfiguration = (demo: DemoConfiguration, bankUrl: string): Configuration => {
  const { secretKey, password, extraCredentials } = demo.secrets
  return configurationOf({
    connectorCode: demo.code,
    connectorType: demo.type,
    name: demo.name,
    username: demo.username ?? null,
    terminalId: demo.terminalId ?? null,
    storeId: demo.storeId ?? null,
    settings: demo.settings,
    secrets: {
      ...(secretKey ? { secretKey: new Secret(secretKey) } : {}),
      ...(password ? { password: new Secret(password) } : {}),
      ...(extraCredentials ? { extraCredentials: new Secret(extraCredentials) } : {}),
    },
    endpointUrl: `${bankUrl}${demo.endpointPath}`,
    threeDSecureEndpointUrl: demo.threeDSecurePath ? `${bankUrl}${demo.threeDSecurePath}` : null,
  })
}
