/** Step-up: where money leaves or access is given, the person has proved the password in the last five minutes. */
import type { Endpoint, SurfaceName } from '../access/endpoint.ts'
import type { ConfirmCall } from '../access/pipeline/pipeline.ts'
import { Problem } from '../core/problem.ts'
import { checkKnownSetting, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import { openTenantCache, type TenantCache } from '../infra/database/tenant-cache.ts'
import type { Runtime } from '../infra/runtime.ts'

/** When the person proved it, platform clock, ms. Only this backend sends it, to surfaces that only this backend reaches. */
export const AUTHENTICATED_AT = 'x-console-authenticated-at'
const STEP_UP_MS = 5 * 60_000

const REFUND_LIMIT: KnownSetting = {
  key: 'console.refund_step_up_minor',
  kind: { whole: { least: 0, most: 999_999_999 } },
}
const REFUND_LIMIT_STANDARD = 100_000
export const CONSOLE_SETTINGS: readonly KnownSetting[] = [REFUND_LIMIT]

/** Access: keys, people, roles, who is trusted, what signs; and the secrets of banks. */
const GUARDED_TAGS: ReadonlySet<string> = new Set([
  'ApiKeys',
  'Users',
  'TenantRoles',
  'IdentityProviders',
  'SigningKeys',
  'PlatformTenants',
  'ConnectorConfigurations',
])

/** By the operation alone, whatever it is asked. */
const needsStepUp = (surface: SurfaceName, { method, tag, path, fourEyes }: Endpoint): boolean =>
  method !== 'GET' &&
  (GUARDED_TAGS.has(tag) ||
    path.endsWith('/rotate-secret') ||
    (surface === 'transfers' && (fourEyes === 'send' || (fourEyes === 'decide' && path.endsWith('/approve')))))

const isRefund = (surface: SurfaceName, { method, path }: Endpoint): boolean =>
  surface === 'cards' && method === 'POST' && path.endsWith('/refund')

interface StepUpServices {
  readonly runtime: Runtime
  /** What a payment could give back; null: unknown. `authorization`: of the person. */
  readonly refundable: (transactionId: string, authorization: string) => Promise<number | null>
}

interface StepUp {
  of(surface: SurfaceName): ConfirmCall
  close(): void
}

export const openStepUp = ({ runtime, refundable }: StepUpServices): StepUp => {
  const limits = openRefundLimits(runtime)
  const check = (headers: Parameters<ConfirmCall>[1]['headers']): void => {
    const at = Number(headers[AUTHENTICATED_AT] ?? Number.NaN)
    if (!(runtime.clock.ms() - at < STEP_UP_MS)) throw stepUpRequired()
  }
  return {
    of:
      (surface) =>
      async (spec, { principal, headers, params, body }) => {
        if (needsStepUp(surface, spec)) return check(headers)
        if (!isRefund(surface, spec) || principal?.tenantId == null) return
        const { amount, transaction_id } = { ...(params as object), ...(body as object) } as RefundFacts
        const given = typeof amount === 'object' ? amount.amount : amount
        const wanted = given ?? (await refundable(transaction_id, String(headers.authorization)))
        if (wanted === null || wanted > (await limits.of(principal.tenantId))) check(headers)
      },
    close: () => limits.close(),
  }
}

interface RefundFacts {
  readonly amount?: number | { readonly amount: number }
  readonly transaction_id: string
}

const openRefundLimits = ({ db, notifications }: Runtime): TenantCache<number> =>
  openTenantCache({
    notifications,
    topic: 'settings',
    async load(tenantId) {
      const set = await db.inTenant(tenantId, (tx) => findSettings(tx, tenantId, [REFUND_LIMIT.key]))
      const value = set.get(REFUND_LIMIT.key)
      return value === undefined || checkKnownSetting(REFUND_LIMIT, value) !== null
        ? REFUND_LIMIT_STANDARD
        : Number(value)
    },
  })

const stepUpRequired = (): Problem =>
  new Problem('step_up_required', {
    detail: 'This needs the password again: POST /console/api/step-up, then repeat it within five minutes.',
  })
