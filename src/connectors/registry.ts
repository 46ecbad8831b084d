/** Which connector serves which configuration. A new bank is one line here. */
import type { Configuration } from './attempt.ts'
import type { Connector } from './port.ts'
import { openSimbank, type TestCardLookup } from './simbank/simbank.ts'

export interface Registry {
  readonly connectors: readonly Connector[]
  /** Undefined: nothing in this program speaks to that bank. */
  connectorFor(configuration: Configuration): Connector | undefined
}

export interface RegistryOptions {
  env: 'sandbox' | 'production'
  testCardOf: TestCardLookup
}

export const openRegistry = ({ env, testCardOf }: RegistryOptions): Registry => {
  const connectors: readonly Connector[] = [
    ...(env === 'sandbox' ? [openSimbank(testCardOf)] : []), // the bank inside the program
  ]
  return {
    connectors,
    connectorFor: ({ connectorType, connectorCode }) =>
      connectors.find(({ types, code }) => types.includes(connectorType) && (code ?? connectorCode) === connectorCode),
  }
}
