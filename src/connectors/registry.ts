/** The banks that this program reaches, and the connector of a configuration. */
import { AKBANK } from './akbank/akbank.ts'
import type { Configuration } from './attempt.ts'
import type { CodeTable } from './codes/code-table.ts'
import { GARANTI } from './garanti/garanti.ts'
import { INTERPOS } from './interpos/interpos.ts'
import { IYZICO } from './iyzico/iyzico.ts'
import type { Gateway } from './kit/gateway.ts'
import { makeConnector } from './kit/make-connector.ts'
import { KUVEYT } from './kuveyt/kuveyt.ts'
import { NESTPAY } from './nestpay/nestpay.ts'
import { PAYFOR } from './payfor/payfor.ts'
import type { Connector, DemoConfiguration } from './port.ts'
import { POSNET } from './posnet/posnet.ts'
import { createSimbank, type SimbankServices } from './simbank/simbank.ts'
import type { BankHttpClient } from './transport/bank-http-client.ts'

export interface Registry {
  readonly connectors: readonly Connector[]
  /** Returns undefined if no connector of this program supports that bank. */
  connectorFor(configuration: Configuration): Connector | undefined
}

interface RegistryOptions {
  /** The in-process bank; present only in the sandbox. */
  simbank?: SimbankServices
  httpClient: BankHttpClient
}

const toEntry = <Account>(gateway: Gateway<Account>) => ({
  family: gateway.family,
  demo: gateway.demo,
  codes: gateway.codes,
  orderId: gateway.orderId,
  open: (line: BankHttpClient): Connector => makeConnector(line, gateway),
})

/** Banks behind a network. A new one is one line here. */
export const GATEWAYS = [
  toEntry(NESTPAY),
  toEntry(GARANTI),
  toEntry(POSNET),
  toEntry(PAYFOR),
  toEntry(AKBANK),
  toEntry(INTERPOS),
  toEntry(KUVEYT),
  toEntry(IYZICO),
]

export const createRegistry = ({ simbank, httpClient }: RegistryOptions): Registry =>
  toRegistry([
    ...(simbank === undefined ? [] : [createSimbank(simbank)]),
    ...GATEWAYS.map(({ open }) => open(httpClient)),
  ])

export const toRegistry = (connectors: readonly Connector[]): Registry => ({
  connectors,
  connectorFor: ({ connectorType, connectorCode }) =>
    connectors.find(({ types, code }) => types.includes(connectorType) && (code ?? connectorCode) === connectorCode),
})

/** Returns what a sandbox tenant gets of each bank that has a demo configuration. */
export const demoConnectors = (): readonly { demo: DemoConfiguration; codes: CodeTable }[] =>
  GATEWAYS.flatMap(({ demo, codes }) => (demo === undefined ? [] : [{ demo, codes }]))
