/** SQL of routing rules and the tenant's routing settings. */
import type { CardBrandName, CardTypeName } from '../core/schema.ts'
import type { Tx } from '../infra/postgres.ts'

export interface RoutingRule {
  id: string
  name: string
  priority: number
  /** A prefix of 1 to 6 digits, or the start of a range with card_bin_end. */
  card_bin: string | null
  card_bin_end: string | null
  installment_count: number | null
  min_amount: number
  max_amount: number
  currency: string | null
  card_brand_filter: CardBrandName | null
  card_type_filter: CardTypeName | null
  target_connector_config_id: string
  fallback_connector_config_id: string | null
  weight: number
  success_rate: number
  average_response_time_ms: number
  cost_score: number
  daily_transaction_limit: number | null
}

/** Active rules of a tenant, lowest priority number first. */
export const selectRoutingRules = (tx: Tx, tenantId: string): Promise<RoutingRule[]> =>
  tx.query<RoutingRule>(
    `select id, name, priority, card_bin, card_bin_end, installment_count, min_amount, max_amount, currency,
            card_brand_filter, card_type_filter, target_connector_config_id, fallback_connector_config_id,
            weight, success_rate, average_response_time_ms, cost_score, daily_transaction_limit
       from routing_rules
      where tenant_id = $1 and is_active and not is_deleted
      order by priority, id`,
    [tenantId],
  )

export interface RoutingSettings {
  routing_mode: 'priority' | 'score'
  weight_factor: number
  success_rate_factor: number
  response_time_factor: number
  cost_factor: number
  min_execution_candidates: number
  fallback_enabled: boolean
  bin_weight: number
  amount_weight: number
  currency_weight: number
  installment_weight: number
  brand_weight: number
  type_weight: number
}

export const ROUTING_DEFAULTS: RoutingSettings = {
  routing_mode: 'priority',
  weight_factor: 0.3,
  success_rate_factor: 0.3,
  response_time_factor: 0.2,
  cost_factor: 0.2,
  min_execution_candidates: 1,
  fallback_enabled: true,
  bin_weight: 0,
  amount_weight: 0,
  currency_weight: 0,
  installment_weight: 0,
  brand_weight: 0,
  type_weight: 0,
}

export const selectRoutingSettings = async (tx: Tx, tenantId: string): Promise<RoutingSettings> => {
  const [row] = await tx.query<RoutingSettings>(
    `select routing_mode, weight_factor, success_rate_factor, response_time_factor, cost_factor,
            min_execution_candidates, fallback_enabled, bin_weight, amount_weight, currency_weight,
            installment_weight, brand_weight, type_weight
       from routing_settings where tenant_id = $1`,
    [tenantId],
  )
  return row ?? ROUTING_DEFAULTS
}
