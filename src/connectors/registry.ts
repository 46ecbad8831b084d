/** Finds the connector of a configuration. A new bank is one line here. */
import type { Configuration } from './attempt.ts'
import { openGaranti } from './garanti/garanti.ts'
import { openNestpay } from './nestpay/nestpay.ts'
import type { Connector, DemoConfiguration } from './port.ts'
import { openSimbank, type SimbankServices } from './simbank/simbank.ts'
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

export const openRegistry = ({ simbank, httpClient }: RegistryOptions): Registry => {
  const connectors: readonly Connector[] = [
    ...(simbank === undefined ? [] : [openSimbank(simbank)]),
    openNestpay(httpClient),
    openGaranti(httpClient),
  ]
  return registryOf(connectors)
}

export const registryOf = (connectors: readonly Connector[]): Registry => ({
  connectors,
  connectorFor: ({ connectorType, connectorCode }) =>
    connectors.find(({ types, code }) => types.includes(connectorType) && (code ?? connectorCode) === connectorCode),
})

/** Returns the connectors for which a sandbox tenant gets a demo configuration. */
export const demoConnectors = (): readonly (Connector & { demo: DemoConfiguration })[] => {
  const line: BankHttpClient = {
    ask: () => Promise.reject(new Error('nobody is called while demo data is written')),
    pageFault: () => null,
    addressFault: async () => null,
    close: () => undefined,
  }
  const { connectors } = openRegistry({ httpClient: line })
  return connectors.filter((each): each is Connector & { demo: DemoConfiguration } => each.demo !== undefined)
}
