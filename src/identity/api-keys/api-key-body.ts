/** Response of an API key. */
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { findChangeId } from '../confirmation/named-change.ts'
import type { ApiKeyRow } from './api-key-store.ts'

export const apiKeyBody = (row: ApiKeyRow, nowMs: number) => ({
  id: row.id,
  tenant_id: row.tenant_id,
  client_id: row.client_id,
  display_name: row.display_name,
  contact_email: row.contact_email,
  merchant_id: row.merchant_id,
  roles: row.roles,
  plan_id: row.plan_id,
  plan_code: row.plan_code,
  plan_name: row.plan_name,
  daily_limit_override: row.daily_limit_override,
  monthly_limit_override: row.monthly_limit_override,
  rate_limit_override: row.rate_limit_override,
  effective_daily_limit: row.daily_limit_override ?? row.daily_of_plan,
  effective_monthly_limit: row.monthly_limit_override ?? row.monthly_of_plan,
  effective_rate_limit: row.rate_limit_override ?? row.rate_of_plan,
  allowed_ips: row.allowed_ips,
  expires_at: isoTimeOrNull(row.expires_at),
  is_active: row.is_active,
  needs_confirmation: row.needs_confirmation === true,
  change_id: findChangeId(row),
  awaited: row.awaited,
  created: isoTime(row.created),
  last_used_at: isoTimeOrNull(row.last_used_at),
  previous_secret_expires_at: isoTimeOrNull(stillAhead(row.previous_secret_expires_at, nowMs)),
})

/** Members to leave out, because use, the passing of time and its plan change them. */
const UNSET = new Set(['last_used_at', 'previous_secret_expires_at', 'plan_code', 'plan_name'])
export const settableKey = (body: ReturnType<typeof apiKeyBody>): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !UNSET.has(name) && !name.startsWith('effective_')))

const stillAhead = (moment: Date | null, nowMs: number): Date | null =>
  moment && moment.getTime() > nowMs ? moment : null
