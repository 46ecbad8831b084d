/**
 * SQL of routing rules and the tenant's routing settings. Only rules with a daily limit are counted, by one statement that counts or
 * refuses, so payments at once never exceed a limit and rules without one cost no statement.
 */
import type { CardBrandName, CardTypeName } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export interface RoutingRule
  extends Omit<
    Row<'routing_rules'>,
    'tenant_id' | 'extra_properties' | 'is_active' | 'is_deleted' | 'created' | 'last_modified'
  > {
  /** A prefix of 1 to 6 digits, or the start of a range with card_bin_end. */
  card_bin: string | null
  card_brand_filter: CardBrandName | null
  card_type_filter: CardTypeName | null
}

/** Active rules of a tenant, lowest priority number first. */
export const selectRoutingRules = (tx: Tx, tenantId: string): Promise<RoutingRule[]> =>
  tx.query<RoutingRule>(
    sql`select id, name, priority, card_bin, card_bin_end, installment_count, min_amount, max_amount, currency,
            card_brand_filter, card_type_filter, target_connector_config_id, fallback_connector_config_id,
            weight, success_rate, average_response_time_ms, cost_score, daily_transaction_limit
       from routing_rules
      where tenant_id = ${tenantId} and is_active and not is_deleted
      order by priority, id`,
  )

/** A rule in the short form: no card numbers, no figures, any amount. */
export interface SimpleRule
  extends Row<
    'simple_routing_rules',
    | 'id'
    | 'name'
    | 'priority'
    | 'bank_code'
    | 'has_installment'
    | 'min_amount'
    | 'max_amount'
    | 'currency'
    | 'card_brand_filter'
    | 'card_type_filter'
    | 'target_connector_config_id'
    | 'fallback_connector_config_id'
  > {
  /** Issuer of the card. */
  bank_code: string | null
  card_brand_filter: CardBrandName | null
  card_type_filter: CardTypeName | null
}

/** Active simple rules of a tenant, lowest priority number first. */
export const selectSimpleRules = (tx: Tx, tenantId: string): Promise<SimpleRule[]> =>
  tx.query<SimpleRule>(
    sql`select id, name, priority, bank_code, has_installment, min_amount, max_amount, currency, card_brand_filter,
            card_type_filter, target_connector_config_id, fallback_connector_config_id
       from simple_routing_rules
      where tenant_id = ${tenantId} and is_active and not is_deleted
      order by priority, id`,
  )

/**
 * Counts one payment of a rule with a daily limit; returns false when the limit is reached. One statement, so that
 * concurrent payments never exceed a limit together. `day` is written YYYY-MM-DD.
 */
export const countRoutedPayment = async (
  tx: Tx,
  rule: { tenantId: string; id: string; limit: number },
  day: string,
): Promise<boolean> => {
  const counted = await tx.query(
    sql`insert into routing_rule_days as c (tenant_id, rule_id, day, count) values (${rule.tenantId}, ${rule.id}, ${day}, 1)
     on conflict (tenant_id, rule_id) do update
       set count = case when c.day = excluded.day then c.count + 1 else 1 end, day = excluded.day
       where c.day <> excluded.day or c.count < ${rule.limit}
     returning 1`,
  )
  return counted.length > 0
}

/** Today's counts by rule; rules without payments today are omitted. */
export const selectRoutedCounts = async (tx: Tx, tenantId: string, day: string): Promise<Map<string, number>> => {
  const rows = await tx.query<{ rule_id: string; count: number }>(
    sql`select rule_id, count from routing_rule_days where tenant_id = ${tenantId} and day = ${day}`,
  )
  return new Map(rows.map(({ rule_id, count }) => [rule_id, count]))
}

export type RoutingSettings = Omit<Row<'routing_settings'>, 'tenant_id' | 'last_modified'>

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
    sql`select routing_mode, weight_factor, success_rate_factor, response_time_factor, cost_factor,
            min_execution_candidates, fallback_enabled, bin_weight, amount_weight, currency_weight,
            installment_weight, brand_weight, type_weight
       from routing_settings where tenant_id = ${tenantId}`,
  )
  return row ?? ROUTING_DEFAULTS
}

const SETTING_NAMES = Object.keys(ROUTING_DEFAULTS) as (keyof RoutingSettings)[]

export const writeRoutingSettings = (tx: Tx, tenantId: string, settings: RoutingSettings, now: Date): Promise<number> =>
  tx.execute(
    `insert into routing_settings (tenant_id, ${SETTING_NAMES.join(', ')}, last_modified)
     values ($1, ${SETTING_NAMES.map((_, at) => `$${at + 2}`).join(', ')}, $${SETTING_NAMES.length + 2})
     on conflict (tenant_id) do update
       set ${SETTING_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}, last_modified = excluded.last_modified`,
    [tenantId, ...SETTING_NAMES.map((name) => settings[name]), now],
  )
