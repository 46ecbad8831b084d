/** Step-up: if money leaves, a person decides, or payees, subscribers, access or checks change, the person must have proved the password in the last five minutes. */
import type { Effect } from '../access/effect.ts'
import type { Endpoint } from '../access/endpoint.ts'
import type { ConfirmCall } from '../access/pipeline/confirm-call.ts'
import { stepUpAgain } from '../access/unproven.ts'
import { Problem } from '../core/problem.ts'
import { checkKnownSetting, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import { createTenantCache, type TenantCache } from '../infra/database/tenant-cache.ts'
import type { Runtime } from '../infra/runtime.ts'

/** Time at which the person proved it, platform clock, ms. Only this backend sends it, to surfaces that only this backend can reach. */
export const AUTHENTICATED_AT = 'x-console-authenticated-at'
const STEP_UP_MS = 5 * 60_000

const REFUND_LIMIT_STANDARD = 100_000
/** Currency of the limit: an amount in another currency is not compared with it, and always needs the password. */
const LIMIT_CURRENCY = 'TRY'
const REFUND_LIMIT: KnownSetting = {
  key: 'console.refund_step_up_minor',
  kind: { whole: { least: 0, most: 999_999_999 } },
  loosens: { by: 'growing' },
  standard: String(REFUND_LIMIT_STANDARD),
  meaning: {
    en: 'Refunds and voids in the console above this amount, in kuruş, and all in other currencies, ask for the password again',
    tr: 'Konsolda bu tutarın (kuruş) üstündeki iade ve iptaller ile başka para birimlerindekilerin hepsi parolayı yeniden sorar',
  },
}
export const CONSOLE_SETTINGS: readonly KnownSetting[] = [REFUND_LIMIT]

type Asks = 'never' | 'above-limit' | 'always'

/** Why a write of this effect asks for no password, or not always. */
const REASONS: Readonly<Record<Effect, string>> = {
  'takes-money': 'It asks a cardholder for money or collects what he agreed to; it pays nobody.',
  'gives-back': 'Up to a limit of the tenant it gives a payment back to the card it came from.',
  proposes: 'Nothing comes of it before it is decided, and the decision asks.',
  stops: 'It ends or refuses something; nothing is let through by it.',
  notes: 'It keeps who works on something, or a document; nothing is decided by it.',
  repeats: 'It sends again what was sent, to the address that was set.',
  computes: 'It looks up, compares or tries out, and decides nothing.',
  'proves-itself': 'It takes the password or a code itself.',
  sandbox: 'It exists in a sandbox alone.',
}
const READS = 'It changes nothing.'
const NO_TOKEN = 'It takes no token: nobody is signed in.'
const GUARDED = 'It moves money, decides, or changes who is paid, who hears, who may do what or what is checked.'

/** Effects that a write that moves money may have without a password: with any other effect, one of the two declarations is wrong. */
const OF_MONEY: ReadonlySet<Effect> = new Set(['takes-money', 'gives-back', 'proposes', 'stops'])

/** Decides by the operation's declarations. An operation without an effect needs the password, so that a new one is guarded until it has been reviewed. */
export const findStepUp = ({
  method,
  allow,
  fourEyes,
  movesMoney = false,
  effect,
}: Pick<Endpoint, 'method' | 'allow' | 'fourEyes' | 'movesMoney' | 'effect'>): { asks: Asks; reason: string } => {
  if (method === 'GET') return { asks: 'never', reason: READS }
  if (allow === 'none') return { asks: 'never', reason: NO_TOKEN }
  const decides = fourEyes === 'decide' || fourEyes === 'send'
  if (effect === undefined || decides || (movesMoney && !OF_MONEY.has(effect)))
    return { asks: 'always', reason: GUARDED }
  return { asks: effect === 'gives-back' ? 'above-limit' : 'never', reason: REASONS[effect] }
}

interface StepUpServices {
  readonly runtime: Runtime
}

interface StepUp {
  readonly confirm: ConfirmCall
  close(): void
}

export const createStepUp = ({ runtime }: StepUpServices): StepUp => {
  const limits = openRefundLimits(runtime)
  return {
    confirm: async (spec, { principal, headers }) => {
      const { asks } = findStepUp(spec)
      const at = Number(headers[AUTHENTICATED_AT] ?? Number.NaN)
      if (asks === 'never' || isProven(runtime.clock.ms(), at)) return null
      if (asks === 'always') throw stepUpRequired()
      // Earlier refunds are known for certain only where the payment is locked, so the operation decides.
      return principal?.tenantId == null
        ? null
        : { minor: await limits.of(principal.tenantId), currency: LIMIT_CURRENCY }
    },
    close: () => limits.close(),
  }
}

const openRefundLimits = ({ db, notifications }: Runtime): TenantCache<number> =>
  createTenantCache({
    notifications,
    topic: 'settings',
    async load(tenantId) {
      const set = await db.transaction({ of: tenantId }, (tx) => findSettings(tx, tenantId, [REFUND_LIMIT.key]))
      const value = set.get(REFUND_LIMIT.key)
      return value === undefined || checkKnownSetting(REFUND_LIMIT, value) !== null
        ? REFUND_LIMIT_STANDARD
        : Number(value)
    },
  })

/** Platform clock, ms. Throws step_up_required. */
export const requireStepUp = (nowMs: number, authenticatedAtMs: number): void => {
  if (!isProven(nowMs, authenticatedAtMs)) throw stepUpRequired()
}

const isProven = (nowMs: number, authenticatedAtMs: number): boolean => nowMs - authenticatedAtMs < STEP_UP_MS

const stepUpRequired = (): Problem => new Problem('step_up_required', { detail: stepUpAgain() })
