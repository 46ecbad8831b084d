/** Shapes of routing settings (docs/interface/cards.md#routing). */
import { Type } from 'typebox'
import { described, Enum } from '../../core/schema.ts'

const int32 = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ format: 'int32', description, minimum, maximum })
const factor = (of: string) =>
  Type.Number({ minimum: 0, maximum: 1, description: `Factor of ${of} in the score of a rule, 0 to 1.` })
const weight = (of: string) => int32(0, 100, `Points added to the score of a rule that names ${of}, 0 to 100.`)
const settings = {
  routing_mode: described(
    Enum('RoutingMode', ['priority', 'score']),
    'Way to choose between the rules that match: by priority or by score.',
  ),
  weight_factor: factor('weight'),
  success_rate_factor: factor('success_rate'),
  response_time_factor: factor('the response time'),
  cost_factor: factor('cost_score'),
  min_execution_candidates: int32(
    1,
    10,
    'Number of configurations that a payment may try at least, as far as there are so many.',
  ),
  fallback_enabled: Type.Boolean({
    description: 'Whether a payment may go on to further configurations; when false it goes to its target only.',
  }),
  bin_weight: weight('a BIN'),
  amount_weight: weight('an amount'),
  currency_weight: weight('a currency'),
  installment_weight: weight('a number of installments'),
  brand_weight: weight('a card program'),
  type_weight: weight('a card type'),
}
export const RoutingSettingsSchema = Type.Object(settings, { $id: 'RoutingSettings' })
export const WriteRoutingSettings = Type.Object(settings, { $id: 'WriteRoutingSettings' })
