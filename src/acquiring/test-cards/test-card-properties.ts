/** The keys of a test card's extra_properties_dict (docs/interface/sandbox.md#keys-of-a-test-card): any other is refused, since nothing would read it. */
import { findNearestName } from '../../access/input/nearest-name.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'

type Check = readonly [form: RegExp, must: Phrase]

const THREE_DS_OUTCOMES = ['frictionless', 'challenge', 'failed', 'attempt', 'unavailable'] as const
/** Currencies for which the simulated bank has rates. */
const DCC_CURRENCIES = ['USD', 'EUR', 'GBP'] as const

const SWITCHES: Readonly<Record<string, Check>> = {
  three_ds_outcome: [
    new RegExp(`^(${THREE_DS_OUTCOMES.join('|')})$`),
    phrase`must be one of ${THREE_DS_OUTCOMES.join(', ')}`,
  ],
  country: [/^[A-Z]{2}$/, phrase`must be two capital letters, such as TR`],
  max_installments: [/^([1-9]|1[0-2])$/, phrase`must be a whole number from ${1} to ${12}`],
  point_balance: [/^[0-9]{1,15}$/, phrase`must be a whole number of minor units`],
  point_program: [/^.{1,50}$/u, phrase`must have 1 to 50 characters`],
  dcc_currency: [new RegExp(`^(${DCC_CURRENCIES.join('|')})$`), phrase`must be one of ${DCC_CURRENCIES.join(', ')}`],
  trip_breaker: [/^(true|false)$/, phrase`must be true or false`],
}

export const checkTestCardProperties = (switches: Readonly<Record<string, string>> | undefined): void => {
  for (const [key, text] of Object.entries(switches ?? {})) {
    const field = `extra_properties_dict.${key}`
    const check = Object.hasOwn(SWITCHES, key) ? SWITCHES[key] : undefined
    if (check === undefined) throw fieldProblem(field, 'unknown_value', meant(key))
    if (!check[0].test(text)) throw fieldProblem(field, 'invalid_format', check[1])
  }
  if (switches?.dcc_currency !== undefined && (switches.country ?? 'TR') === 'TR')
    throw fieldProblem(
      'extra_properties_dict.dcc_currency',
      'dcc_not_available',
      phrase`is offered to foreign cards alone: set country to another one than TR`,
    )
}

const meant = (key: string): Phrase => {
  const near = findNearestName(key, Object.keys(SWITCHES))
  return near === undefined
    ? phrase`is no key of a test card; those are ${Object.keys(SWITCHES).join(', ')}`
    : phrase`is no key of a test card; did you mean ${near}?`
}
