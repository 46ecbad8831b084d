/** A card of the simulated bank, and the intended results of its payments. */
import type { CardBrandName, CardTypeName } from '../../core/schema.ts'

export const EXPECTED_RESULTS = [
  'Success',
  'Declined',
  'InsufficientFunds',
  'InvalidCard',
  'Timeout',
  'ThreeDSecureRequired',
  'RandomFailure',
  'GatewayError',
] as const

export type ExpectedResult = (typeof EXPECTED_RESULTS)[number]

/** Members of a card that the simulated bank needs. */
export interface SimulatedCard {
  card_number: string
  expected_result: ExpectedResult
  custom_error_code: string | null
  custom_error_message: string | null
  simulated_delay_ms: number | null
  card_type: CardTypeName
  card_brand: CardBrandName
  extra_properties: Record<string, string>
}
