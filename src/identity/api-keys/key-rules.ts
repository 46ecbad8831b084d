/** Rules of a key: its roles, merchant, plan, limits, addresses and end; and what its creator may grant. */
import { isNarrowList, requiresAllowList } from '../../access/callers/transfer-addresses.ts'
import { BUILT_IN_ROLES } from '../../access/permissions.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldCode, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { toCanonicalList } from '../tokens/ip-allow-list.ts'
import type { WriteApiKey } from './api-key-schemas.ts'
import type { KeyScope, WrittenColumns } from './api-key-store.ts'
import {
  type Bundle,
  findRoleBundles,
  findTariffPlanLimits,
  findTenantLimits,
  hasMerchant,
  type TariffPlanLimits,
} from './key-references-store.ts'

/**
 * Returns the columns of a body that breaks no rule; throws the broken rule. `named` lists the members that are judged, null means all: a key
 * with an older value that is no longer allowed, such as a plan that can no longer be chosen, can still be switched off.
 */
export const checkKey = async (
  tx: Tx,
  runtime: Runtime,
  scope: KeyScope,
  body: WriteApiKey,
  named: ReadonlySet<string> | null = null,
): Promise<WrittenColumns> => {
  const speaksOf = (...members: readonly (keyof WriteApiKey)[]): boolean =>
    named === null || members.some((member) => named.has(member))
  const merchantId = body.merchant_id?.toLowerCase() ?? null
  const roles = [...new Set(body.roles ?? [merchantId === null ? 'pos-operator' : 'merchant-user'])]
  const allowedIps = toCanonicalList(body.allowed_ips ?? '', badEntry)
  const bundles = await findRoleBundles(tx, scope.tenantId, roles)
  if (speaksOf('roles')) checkRoles(roles, bundles)
  checkGrant(scope, merchantId)
  if (speaksOf('roles', 'allowed_ips') || (speaksOf('is_active') && body.is_active === true))
    checkAddresses(runtime, [...roles, ...bundles.flatMap(({ includes }) => includes)], allowedIps)
  if (speaksOf('merchant_id')) await checkMerchant(tx, scope, merchantId)
  if (speaksOf('plan_id', ...OVERRIDES.map(([name]) => name))) await checkLimits(tx, scope, body)
  return {
    display_name: body.display_name,
    contact_email: body.contact_email ?? null,
    merchant_id: merchantId,
    roles,
    plan_id: body.plan_id ?? null,
    daily_limit_override: body.daily_limit_override ?? null,
    monthly_limit_override: body.monthly_limit_override ?? null,
    rate_limit_override: body.rate_limit_override ?? null,
    allowed_ips: allowedIps,
    expires_at: endOf(body.expires_at, runtime.clock.ms()),
  }
}

const broken = (field: string, code: FieldCode, message: Phrase): Problem =>
  new Problem('validation_failed', { detail: phrase`${field}: ${message}`, errors: [{ field, code, message }] })

const checkRoles = (roles: readonly string[], bundles: readonly Bundle[]): void => {
  if (roles.includes('platform-admin'))
    throw new Problem('forbidden', {
      detail: phrase`The role platform-admin is of the realm master; no tenant can give it.`,
    })
  const at = roles.findIndex((role) => !BUILT_IN_ROLES.has(role) && !bundles.some(({ name }) => name === role))
  if (at >= 0) throw broken(`roles[${at}]`, 'unknown_value', phrase`${roles[at] as string} is no role of this tenant`)
}

const checkGrant = ({ merchantId: own }: KeyScope, merchantId: string | null): void => {
  if (own === null || own === merchantId) return
  throw new Problem('forbidden', {
    detail: phrase`The key that calls is bound to the merchant ${own}; it gives out keys of that merchant_id only.`,
  })
}

const checkAddresses = (runtime: Runtime, roles: readonly string[], allowedIps: string | null): void => {
  if (!requiresAllowList(runtime.config.env, roles) || isNarrowList(allowedIps)) return
  if (allowedIps === null)
    throw broken(
      'allowed_ips',
      'required',
      phrase`a production key that reaches transfers names the addresses it is used from`,
    )
  throw broken(
    'allowed_ips',
    'out_of_range',
    phrase`a production key that reaches transfers names ranges of /8 (IPv6: /32) or smaller, of each kind no more than four of that size together`,
  )
}

const checkMerchant = async (tx: Tx, { tenantId }: KeyScope, merchantId: string | null): Promise<void> => {
  if (merchantId !== null && !(await hasMerchant(tx, tenantId, merchantId)))
    throw new Problem('invalid_merchant_id', { detail: phrase`The tenant has no merchant ${merchantId}.` })
}

/** Name of the override, and the plan's figure it may not pass; a figure of 0 sets no limit. */
const OVERRIDES = [
  ['daily_limit_override', 'daily'],
  ['monthly_limit_override', 'monthly'],
  ['rate_limit_override', 'rate'],
] as const satisfies readonly (readonly [keyof WriteApiKey, keyof TariffPlanLimits])[]

const checkLimits = async (tx: Tx, { tenantId }: KeyScope, body: WriteApiKey): Promise<void> => {
  const ofPlan = body.plan_id === undefined ? undefined : await findTariffPlanLimits(tx, body.plan_id)
  if (body.plan_id !== undefined && !ofPlan)
    throw new Problem('plan_not_found', { detail: phrase`There is no active plan ${body.plan_id}.` })
  const limits = ofPlan ?? (await findTenantLimits(tx, tenantId))
  for (const [name, figure] of OVERRIDES) {
    const most = limits?.[figure] ?? 0
    if (most > 0 && (body[name] ?? 0) > most)
      throw broken(name, 'out_of_range', phrase`the plan allows at most ${most}`)
  }
}

const endOf = (expiresAt: string | undefined, nowMs: number): Date | null => {
  if (expiresAt === undefined) return null
  const end = new Date(expiresAt)
  if (end.getTime() <= nowMs)
    throw new Problem('invalid_expires_at', { detail: phrase`expires_at ${expiresAt} is not in the future.` })
  return end
}

const badEntry = (entry: string): never => {
  throw new Problem('invalid_ip_format', {
    detail:
      entry === ''
        ? phrase`allowed_ips has an empty entry; separate entries by one comma.`
        : phrase`"${entry}" in allowed_ips is no IPv4 address, IPv6 address or CIDR range.`,
  })
}
