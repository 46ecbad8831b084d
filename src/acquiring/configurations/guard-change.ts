/** Guards a configuration change: it must not send stored secrets elsewhere, or leave payments to a bank that does not know them. */
import { both, type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { ADDRESSES } from './check-configuration.ts'
import { type SentSecrets, secretsToResend } from './configuration-secrets.ts'
import type { StoredConfiguration } from './configuration-store.ts'

export interface ConfigurationGuards extends FourEyesGuard {
  /** Returns whether its payments may still need inquiry, capture, void or refund. */
  hasLivePayments(tx: Tx, tenantId: string, configurationId: string): Promise<boolean>
  /** Returns a description of the inquiries that its bank still has to answer; null if there are none. */
  openWork(tx: Tx, tenantId: string, configurationId: string): Promise<Phrase | null>
}

/** The bank account that holds a payment, and that the bank pays for it; by the bank's code the terms of merchants are found. */
export const ACCOUNT = ['mode', 'terminal_id', 'store_id', 'bank_code'] as const
/** Address and credentials: the same account reached another way. */
export const REACHED_BY = [...ADDRESSES, 'username'] as const

type GuardedChange = Pick<StoredConfiguration, (typeof ACCOUNT | typeof REACHED_BY)[number]>

/** Throws validation_failed or conflict. `before` must be locked, so that the checked row is the one that is changed. */
export const guardChange = async (
  services: ConfigurationGuards,
  tx: Tx,
  before: StoredConfiguration,
  change: GuardedChange,
  secrets: SentSecrets,
): Promise<void> => {
  await guardRequest(services, tx, before, change, secrets)
  await keepWhileOpen(services, tx, before, change)
}

/** Like {@link guardChange}, for a change that waits for a second person: work that is open now may be finished by then. */
export const guardRequest = async (
  services: ConfigurationGuards,
  tx: Tx,
  before: StoredConfiguration,
  change: GuardedChange,
  secrets: SentSecrets,
): Promise<void> => {
  sendSecretsAgain(before, change, secrets)
  await keepAccount(services, tx, before, change)
}

/** A stored secret goes only to the address it was meant for. */
const sendSecretsAgain = (before: StoredConfiguration, change: GuardedChange, secrets: SentSecrets): void => {
  const moved = ADDRESSES.filter((field) => before[field] !== change[field])
  const missing = moved.length === 0 ? [] : secretsToResend(before, secrets)
  if (missing.length === 0) return
  throw new Problem('validation_failed', {
    detail: phrase`${both(moved)} may change only together with every secret: send ${missing.join(', ')} whole, or empty where it is not needed any more.`,
    errors: missing.map((field) => ({
      field,
      code: 'validation_failed',
      message: phrase`must be sent again, whole: the stored one goes to no other address`,
    })),
  })
}

/** Under another account the bank does not know the payment: it would count as failed although money has moved. */
const keepAccount = async (
  services: ConfigurationGuards,
  tx: Tx,
  before: StoredConfiguration,
  change: GuardedChange,
): Promise<void> => {
  const moved = ACCOUNT.filter((field) => before[field] !== change[field] && !isFirstCode(before, field))
  if (moved.length === 0) return
  if (!(await services.hasLivePayments(tx, before.tenant_id, before.id))) return
  throw new Problem('conflict', {
    detail: phrase`${moved.join(', ')} cannot change: payments of this account are still asked about and refunded through the configuration. Create another configuration and deactivate this one.`,
    errors: moved.map((field) => ({ field, code: 'conflict', message: phrase`stays once payments were made` })),
  })
}

/** A missing code may still be set, because that does not change which bank it is. */
const isFirstCode = (before: StoredConfiguration, field: (typeof ACCOUNT)[number]): boolean =>
  field === 'bank_code' && before.bank_code === null

const keepWhileOpen = async (
  services: ConfigurationGuards,
  tx: Tx,
  before: StoredConfiguration,
  change: GuardedChange,
): Promise<void> => {
  const moved = [...ACCOUNT, ...REACHED_BY].filter((field) => before[field] !== change[field])
  if (moved.length === 0) return
  const open = await services.openWork(tx, before.tenant_id, before.id)
  if (open === null) return
  throw new Problem('conflict', {
    detail: phrase`${moved.join(', ')} cannot change now: ${open} of this configuration wait for the bank's word, and another one would be asked. Deactivate it and try again once they have their outcome.`,
    errors: moved.map((field) => ({ field, code: 'conflict', message: phrase`stays while ${open} are open` })),
  })
}
