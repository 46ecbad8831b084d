/** Faults connectors report for an incomplete configuration. */
import { phrase } from '../../core/phrases/phrase.ts'
import type { Fault } from '../attempt.ts'
import { NOT_CONFIGURED } from '../bank-codes.ts'
import type { ConfigurationFault } from '../port.ts'

export const notConfigured = (
  providerMessage = 'the configuration lacks credentials of the bank',
): { kind: 'not_sent'; fault: Fault } => ({
  kind: 'not_sent',
  fault: { providerCode: NOT_CONFIGURED, providerMessage, isOurs: true },
})

/** One fault for every member without a value. */
export const missingSettings = (bank: string, members: Readonly<Record<string, unknown>>): ConfigurationFault[] =>
  Object.entries(members).flatMap(([field, value]) =>
    value === undefined || value === null || value === '' ? [{ field, message: phrase`is required by ${bank}` }] : [],
  )
