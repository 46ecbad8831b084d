/** Behaviours of the simulated bank that a test card can cause. */
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
