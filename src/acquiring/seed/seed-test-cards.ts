/** The test cards every sandbox tenant starts with. */

import type { ExpectedResult } from '../../connectors/simbank/simulated-card.ts'
import { cvvLength, detectScheme } from '../../core/card-number.ts'
import type { CardBrandName, CardTypeName } from '../../core/schema.ts'

// Number, type, program, expected result, 3D outcome, and what else the card does.
// biome-ignore format: one card per line reads as the table it is
const TABLE = `
4546711234567894  Credit   Bonus       Success               frictionless  max_installments=12 point_balance=15000
9792030394440796  Credit   Paraf       Success               frictionless
4022774022774026  Debit    Other       Success               challenge     max_installments=1
5400637000000004  Credit   Axess       Success               challenge     max_installments=9
5440931234567892  Credit   Maximum     Success               challenge
6504331234567896  Credit   Bankkart    Success               challenge
4001010000000018  Credit   World       Success               challenge     point_balance=50000
5101010000000014  Credit   Cardfinans  Success               challenge
5201010000000013  Credit   Advantage   Success               frictionless
9792010000000010  Debit    Other       Success               challenge     max_installments=1
370101000000016   Credit   Other       Success               challenge
6201010000000011  Credit   Other       Success               challenge
9001010000000017  Prepaid  Other       Success               challenge     max_installments=1
5301010000000012  Prepaid  Other       Success               frictionless  max_installments=1
5105050000000057  Credit   Other       Success               challenge     delay_ms=5000
4485084920000007  Credit   World       Success               frictionless
4900200000000009  Credit   Other       Success               failed
4111990000000000  Credit   Other       Success               attempt
4666899999999990  Credit   Other       Success               unavailable
4002020000000024  Credit   Other       Declined              challenge     code=05
5555555555554444  Credit   Other       Declined              challenge     code=61
4012888888881881  Credit   Other       Declined              challenge     code=59
4444333322221111  Credit   Other       Declined              challenge     code=41
5105105105105100  Credit   Other       Declined              challenge     code=82
5106060000000063  Credit   Other       Declined              challenge     code=54
4111111111111111  Credit   Other       InsufficientFunds     challenge
9792020000000027  Credit   Other       InsufficientFunds     challenge
5401010000000011  Credit   Other       InvalidCard           challenge
4242424242424242  Credit   Other       Timeout               challenge     delay_ms=3000
4003030000000030  Credit   Bonus       ThreeDSecureRequired  challenge
5103030000000036  Credit   Other       RandomFailure         challenge
4004040000000046  Credit   Other       GatewayError          challenge
4005050000000051  Credit   Other       GatewayError          challenge     trip_breaker=true
4444555566667779  Credit   Other       Success               challenge     country=US max_installments=1 dcc_currency=USD
5555444433332226  Credit   Other       Success               challenge     country=DE max_installments=1 dcc_currency=EUR
4111888877776662  Credit   Other       Success               challenge     country=GB max_installments=1 dcc_currency=GBP`

interface SeedCard {
  card_number: string
  card_holder_name: string
  expiry_month: number
  expiry_year: number
  cvv: string
  card_schema_type: string
  card_type: CardTypeName
  card_brand: CardBrandName
  expected_result: ExpectedResult
  custom_error_code: string | null
  custom_error_message: string | null
  simulated_delay_ms: number | null
  label: string
  extra_properties: Record<string, string>
}

const cardOf = (line: string): SeedCard => {
  const [number, type, brand, result, outcome, ...rest] = line.trim().split(/\s+/) as [
    string,
    CardTypeName,
    CardBrandName,
    ExpectedResult,
    string,
    ...string[],
  ]
  const { code, delay_ms, ...switches } = Object.fromEntries(rest.map((pair) => pair.split('='))) as Record<
    string,
    string
  >
  const scheme = detectScheme(number)
  return {
    card_number: number,
    card_holder_name: 'TEST CARD',
    expiry_month: 12,
    expiry_year: 2030,
    cvv: '0'.repeat(cvvLength(number)),
    card_schema_type: scheme,
    card_type: type,
    card_brand: brand,
    expected_result: result,
    custom_error_code: code ?? null,
    custom_error_message: null,
    simulated_delay_ms: delay_ms === undefined ? null : Number(delay_ms),
    label: [scheme, type, brand === 'Other' ? '' : brand, result, code ?? ''].filter(Boolean).join(' '),
    extra_properties: {
      three_ds_outcome: outcome,
      ...(brand === 'Other' || !switches.point_balance ? {} : { point_program: brand }),
      ...switches,
    },
  }
}

export const SEED_CARDS: readonly SeedCard[] = TABLE.trim().split('\n').map(cardOf)
