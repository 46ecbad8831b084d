/** Step-up: where money leaves or access is given, the person has proved the password in the last five minutes. */
import type { Endpoint, SurfaceName } from '../access/endpoint.ts'
import type { ConfirmCall } from '../access/pipeline/pipeline.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { checkKnownSetting, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import { openTenantCache, type TenantCache } from '../infra/database/tenant-cache.ts'
import type { Runtime } from '../infra/runtime.ts'

/** When the person proved it, platform clock, ms. Only this backend sends it, to surfaces that only this backend reaches. */
export const AUTHENTICATED_AT = 'x-console-authenticated-at'
const STEP_UP_MS = 5 * 60_000

const REFUND_LIMIT_STANDARD = 100_000
const REFUND_LIMIT: KnownSetting = {
  key: 'console.refund_step_up_minor',
  kind: { whole: { least: 0, most: 999_999_999 } },
  loosens: { by: 'growing' },
  standard: String(REFUND_LIMIT_STANDARD),
  meaning: {
    en: 'Refunds and voids in the console above this amount, in minor units, ask for the password again',
    tr: 'Konsolda bu tutarın (kuruş) üstündeki iade ve iptaller parolayı yeniden sorar',
  },
}
export const CONSOLE_SETTINGS: readonly KnownSetting[] = [REFUND_LIMIT]

/** Access: keys, people, roles, who is trusted, what signs; the secrets of banks and the accounts that money leaves from; the settings, which say whose approval is needed; and what is known of a person. */
const GUARDED_TAGS: ReadonlySet<string> = new Set([
  'ApiKeys',
  'Users',
  'TenantRoles',
  'IdentityProviders',
  'SigningKeys',
  'PlatformTenants',
  'ConnectorConfigurations',
  'ConnectorAccounts',
  'Settings',
  'PersonData',
])
/** Those that answer a new secret. */
const NEW_SECRETS = /\/(?:rotate-secret|webhook-subscriptions|webhooks)$/
/** Carried out at once, whatever the amount: what a second person approves, and what a reconciliation proposes. */
const MONEY_MOVES =
  /^\/api\/v1\/(?:transfers\/.*\/approve|cancellation-requests\/.*\/approve|reconciliations\/.*\/remedy)$/

/** By the operation alone, whatever it is asked. */
const needsStepUp = ({ method, tag, path, fourEyes }: Endpoint): boolean =>
  method !== 'GET' &&
  (GUARDED_TAGS.has(tag) ||
    fourEyes === 'send' ||
    MONEY_MOVES.test(path) ||
    (method === 'POST' && NEW_SECRETS.test(path)))

/** Whether it is more than the limit depends on the payment. */
const givesBack = (surface: SurfaceName, { method, path }: Endpoint): boolean =>
  surface === 'cards' && method === 'POST' && /\/(?:refund|void)$/.test(path)

interface StepUpServices {
  readonly runtime: Runtime
  /** What a payment came to, and how much of it went back or is on its way back, minor units; null: there is no such one. */
  readonly paymentOf: (tenantId: string, transactionId: string) => Promise<{ amount: number; given: number } | null>
}

interface StepUp {
  of(surface: SurfaceName): ConfirmCall
  close(): void
}

export const openStepUp = ({ runtime, paymentOf }: StepUpServices): StepUp => {
  const limits = openRefundLimits(runtime)
  const check = (headers: Parameters<ConfirmCall>[1]['headers']): void => {
    const at = Number(headers[AUTHENTICATED_AT] ?? Number.NaN)
    requireStepUp(runtime.clock.ms(), at)
  }
  return {
    of:
      (surface) =>
      async (spec, { principal, headers, params, body }) => {
        if (needsStepUp(spec)) return check(headers)
        if (!givesBack(surface, spec) || principal?.tenantId == null) return
        const { tenantId } = principal
        const { amount, transaction_id } = { ...(params as object), ...(body as object) } as RefundFacts
        const payment = await paymentOf(tenantId, transaction_id)
        const asked = (typeof amount === 'object' ? amount.amount : amount) ?? payment?.amount ?? 0
        // Parts count together: many small refunds are a large one.
        if (payment === null || payment.given + asked > (await limits.of(tenantId))) check(headers)
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

/** Platform clock, ms. Throws step_up_required. */
export const requireStepUp = (nowMs: number, authenticatedAtMs: number): void => {
  if (!(nowMs - authenticatedAtMs < STEP_UP_MS)) throw stepUpRequired()
}

const stepUpRequired = (): Problem =>
  new Problem('step_up_required', {
    detail: phrase`This needs the password again: POST /console/api/step-up, then repeat it within five minutes.`,
  })
