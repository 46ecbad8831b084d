/** What a test card can make the simulated bank do. */
import type { TestCardExpectedResult } from '../../../../sdk/src/generated/cards.ts'

export const RESULTS: readonly TestCardExpectedResult[] = [
  'Success',
  'Declined',
  'InsufficientFunds',
  'InvalidCard',
  'Timeout',
  'ThreeDSecureRequired',
  'RandomFailure',
  'GatewayError',
]
