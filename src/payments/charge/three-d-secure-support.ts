/** Whether and how a configuration's bank challenges a shopper. */
import type { Configuration } from '../../connectors/attempt.ts'
import type { ChallengingConnector } from '../../connectors/call/call-challenge.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'

type ConnectorLookup = Pick<PaymentServices, 'banks'>

/** Returns undefined if its bank has no 3D Secure, or no connector serves it. */
export const findChallengeConnector = (
  { banks }: ConnectorLookup,
  configuration: Configuration,
): ChallengingConnector | undefined => {
  const connector = banks.connectors.connectorFor(configuration)
  return connector?.threeDSecure === undefined ? undefined : (connector as ChallengingConnector)
}

export const canChallenge = (services: ConnectorLookup, configuration: Configuration): boolean => {
  const challenger = findChallengeConnector(services, configuration)
  return (
    challenger !== undefined &&
    configuration.settings.supports_3d !== 'false' &&
    challenger.threeDSecure.modelOf(configuration) !== 'none'
  )
}

/** Returns the interface's name for whether the bank authorizes automatically after the challenge. */
export const toSecureType = (
  services: ConnectorLookup,
  configuration: Configuration,
): 'three_ds_v2' | 'three_d_pay' => {
  const model = findChallengeConnector(services, configuration)?.threeDSecure.modelOf(configuration)
  return model === '3d_pay' || model === '3d_host' ? 'three_d_pay' : 'three_ds_v2'
}

const MODELS = { standard: '3d_secure', pay: '3d_pay', hosted: '3d_host' } as const

/**
 * Sorts configurations of the tenant's preferred flow first, each group by priority; a routing rule's target takes
 * precedence.
 */
export const sortByPreferredFlow = (
  services: ConnectorLookup,
  flow: keyof typeof MODELS,
  configurations: readonly Configuration[],
): Configuration[] => {
  const isPreferred = (each: Configuration): boolean =>
    findChallengeConnector(services, each)?.threeDSecure.modelOf(each) === MODELS[flow]
  return configurations.toSorted((one, other) => Number(isPreferred(other)) - Number(isPreferred(one)))
}
