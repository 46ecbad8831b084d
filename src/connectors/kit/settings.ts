/** Settings that a gateway requires of a configuration, and the 3D model that the configuration names. */
import { either, type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { Configuration, Fault, ThreeDModel } from '../attempt.ts'
import { NOT_CONFIGURED } from '../own-bank-codes.ts'
import type { Capabilities, ConfigurationFault } from '../port.ts'

const MEMBERS = {
  username: ({ username }) => username,
  password: ({ secrets }) => secrets.password,
  terminal_id: ({ terminalId }) => terminalId,
  store_id: ({ storeId }) => storeId,
  api_key: ({ secrets }) => secrets.apiKey,
  secret_key: ({ secrets }) => secrets.secretKey,
  extra_credentials: ({ secrets }) => secrets.extraCredentials,
  api_endpoint_url: ({ endpointUrl }) => endpointUrl,
  three_d_secure_endpoint_url: ({ threeDSecureEndpointUrl }) => threeDSecureEndpointUrl,
} satisfies Record<string, (configuration: Configuration) => unknown>

/** Members of a configuration that a gateway cannot work without. */
export interface RequiredSettings {
  /** Name of the gateway, for people. */
  readonly gateway: string
  readonly always: readonly (keyof typeof MEMBERS)[]
  /** Unless the configuration switches 3D Secure off. */
  readonly with3d: readonly (keyof typeof MEMBERS)[]
}

/** One fault for every required member without a value. */
export const missingSettings = (
  { gateway, always, with3d }: RequiredSettings,
  configuration: Configuration,
): ConfigurationFault[] =>
  [...always, ...(configuration.settings.supports_3d === 'false' ? [] : with3d)].flatMap((field) =>
    MEMBERS[field](configuration) ? [] : [{ field, message: phrase`is required by ${gateway}` }],
  )

/** One fault for every member whose value has another form than the bank's. */
export const formFaults = (
  ...members: readonly (readonly [field: string, value: string | null, form: RegExp, message: Phrase])[]
): ConfigurationFault[] =>
  members.flatMap(([field, value, form, message]) => (value && !form.test(value) ? [{ field, message }] : []))

type Offered = Pick<Capabilities, 'operations'>

/** `three_d_model` of the settings, 3d_secure when absent. Undefined: names a model that the gateway lacks. */
export const readThreeDModel = (offered: Offered, { settings }: Configuration): ThreeDModel | undefined =>
  settings.supports_3d === 'false'
    ? 'none'
    : challengesOf(offered).find((each) => each === (settings.three_d_model ?? '3d_secure'))

export const threeDModelFaults = (offered: Offered, configuration: Configuration): ConfigurationFault[] =>
  readThreeDModel(offered, configuration) === undefined
    ? [{ field: 'extra_properties_dict.three_d_model', message: phrase`must be ${either(challengesOf(offered))}` }]
    : []

const challengesOf = ({ operations }: Offered): readonly ThreeDModel[] =>
  (operations.sale ?? []).filter((each) => each !== 'none')

/** Nothing is sent for an incomplete configuration. */
export const notConfigured = (
  providerMessage = 'the configuration lacks credentials of the bank',
): { kind: 'not_sent'; fault: Fault } => ({
  kind: 'not_sent',
  fault: { providerCode: NOT_CONFIGURED, providerMessage, isOurs: true },
})
