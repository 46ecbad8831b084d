/**
 * Scenarios that can go wrong, as the sandbox's bank simulates them: by the test card, the card code, or how the
 * request is sent.
 */
import type { TestCard, TestCardExpectedResult } from '../../../../sdk/src/generated/cards.ts'

export const NAMES = [
  'approved',
  'declined',
  'poor',
  'invalid',
  'wrongCode',
  'silent',
  'fault',
  'secure',
  'challenge',
  'frictionless',
  'random',
  'authorize',
  'twice',
  'other',
  'own',
] as const
export type ScenarioName = (typeof NAMES)[number]

interface Scenario {
  readonly result: TestCardExpectedResult
  readonly challenge?: string
  readonly hasWrongCode?: true
  readonly is3d?: true
  readonly isHeld?: true
  /** Two requests under one key, either equal or with two amounts. */
  readonly pair?: 'equal' | 'other-amount'
}

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  approved: { result: 'Success' },
  declined: { result: 'Declined' },
  poor: { result: 'InsufficientFunds' },
  invalid: { result: 'InvalidCard' },
  wrongCode: { result: 'Success', hasWrongCode: true },
  silent: { result: 'Timeout' },
  fault: { result: 'GatewayError' },
  secure: { result: 'ThreeDSecureRequired' },
  challenge: { result: 'Success', challenge: 'challenge', is3d: true },
  frictionless: { result: 'Success', challenge: 'frictionless', is3d: true },
  random: { result: 'RandomFailure' },
  authorize: { result: 'Success', isHeld: true },
  twice: { result: 'Success', pair: 'equal' },
  other: { result: 'Success', pair: 'other-amount' },
  own: { result: 'Success' },
}

const challengeOf = (card: TestCard): string => card.extra_properties_dict?.three_ds_outcome ?? 'challenge'

/**
 * Returns the simplest card that does it: without a delay unless the delay is the point, and without opening the
 * circuit breaker.
 */
export const cardFor = (name: ScenarioName, cards: readonly TestCard[]): TestCard | undefined => {
  const { result, challenge } = SCENARIOS[name]
  const fitting = cards.filter(
    (card) =>
      card.is_active &&
      card.expected_result === result &&
      (challenge === undefined || challengeOf(card) === challenge) &&
      card.extra_properties_dict?.trip_breaker !== 'true',
  )
  return fitting.find(({ simulated_delay_ms: delay }) => result === 'Timeout' || delay === null) ?? fitting[0]
}

/** Amex codes have four digits. */
export const pickWrongCode = (card: TestCard): string => (card.card_schema_type === 'Amex' ? '9999' : '999')
