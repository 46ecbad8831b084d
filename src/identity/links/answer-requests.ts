/** Looks up the people who requested a password, and sends a link to those who may sign in. The requester sees no difference. */
import { appendAudit } from '../../access/audit/append-audit.ts'
import type { Realm, Realms } from '../../access/callers/realms.ts'
import { isUsable } from '../../access/callers/token-subject.ts'
import type { Language } from '../../core/phrases/texts.ts'
import type { Tx } from '../../infra/database/database.ts'
import { forTenants, startSweep } from '../../infra/process/sweep.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type PutMail, prepareOutbox } from '../../mail/outbox.ts'
import { isUnused } from '../login/disable-unused-users.ts'
import { findByName, type UserWithPassword } from '../login/user-login-store.ts'
import { claimRequest, tenantsWithRequests } from './password-request-store.ts'
import { hashMailbox } from './person-link.ts'
import { countLinksSince, lockPerson } from './person-link-store.ts'
import { sendLink } from './send-link.ts'

export interface PasswordRequest {
  readonly username: string
  readonly language: Language
  /** Address of the caller. */
  readonly address: string
  readonly correlationId: string
}

export const requestPlace = (id: string) => ({ table: 'password_requests', rowId: id, column: 'request_sealed' })

const IDLE_MS = 5_000
/** Age at which no requester waits any more. Platform clock. */
const STALE_MS = 30 * 60_000
const LINKS_MAX = 3
const LINKS_WITHIN_MS = 3_600_000

export const startAnsweringRequests = (
  runtime: Runtime,
  realms: Pick<Realms, 'realmOfTenant'>,
): { stop(): Promise<void> } => {
  const work = async () =>
    forTenants(
      runtime,
      'password-requests',
      await runtime.db.transaction({ as: 'platform' }, tenantsWithRequests),
      (tenantId) => answerTenant(runtime, realms, tenantId),
    )
  const wokenBy = (wake: () => void) =>
    (['mail', 'clock'] as const).map((topic) => runtime.notifications.subscribe(topic, wake))
  return startSweep({ name: 'password-requests', work, idleMs: IDLE_MS, log: runtime.log, wokenBy })
}

/** The oldest; returns how many there were. */
const answerTenant = async (
  runtime: Runtime,
  realms: Pick<Realms, 'realmOfTenant'>,
  tenantId: string,
): Promise<number> => {
  const realm = await realms.realmOfTenant(tenantId)
  const putMail = await prepareOutbox(runtime, tenantId)
  const refusal = await runtime.db.transaction({ of: tenantId }, (tx) => answerOne(runtime, tx, putMail, realm))
  if (refusal === 'none') return 0
  if (refusal === null) runtime.notifications.publish('mail', tenantId)
  else runtime.log.info('password_request.ignored', { tenant_id: tenantId, reason: refusal })
  return 1
}

/** Returns null if a link is sent. */
const answerOne = async (runtime: Runtime, tx: Tx, putMail: PutMail, realm: Realm | null): Promise<string | null> => {
  if (!realm) return 'none'
  const { tenantId } = realm
  const row = await claimRequest(tx, tenantId)
  if (!row) return 'none'
  const nowMs = runtime.clock.ms()
  if (nowMs - row.created.getTime() > STALE_MS) return 'stale'
  if (realm.isSuspended) return 'suspended'
  const asked: PasswordRequest = JSON.parse(
    await runtime.sealer.open(tenantId, requestPlace(row.id), row.request_sealed, tx),
  )
  const person = await lockByName(tx, tenantId, asked.username)
  const refusal = person === undefined ? 'unknown' : findReasonToRefuse(person, nowMs)
  if (!person || refusal !== null) return refusal
  const since = new Date(nowMs - LINKS_WITHIN_MS)
  const addressHash = hashMailbox(runtime.sealer, tenantId, person.email)
  const sent = await countLinksSince(tx, { tenantId, userId: person.id, addressHash, purpose: 'password', since })
  if (sent >= LINKS_MAX) return 'limited'
  await sendLink(runtime, tx, putMail, { realm, person, purpose: 'password', language: asked.language })
  await recordRequest(runtime, tx, realm, person.id, asked)
  return null
}

/** Locks the person and reads the present state: the link goes to the present address, and every later change of the person ends it. */
const lockByName = async (tx: Tx, tenantId: string, username: string): Promise<UserWithPassword | undefined> => {
  const found = await findByName(tx, tenantId, username)
  if (!found) return undefined
  await lockPerson(tx, tenantId, found.id)
  const person = await findByName(tx, tenantId, username)
  return person?.id === found.id ? person : undefined
}

/** A person who has never had a password needs an invitation, which an administrator may have withdrawn. */
const findReasonToRefuse = (person: UserWithPassword, nowMs: number): string | null =>
  isUsable(person, nowMs) && !isUnused(person, nowMs) && person.passwordHash !== null ? null : 'not_let_in'

/** The actor is not known: anyone may name anyone. */
const recordRequest = (
  runtime: Runtime,
  tx: Tx,
  { tenantId, slug }: Realm,
  userId: string,
  { address, correlationId }: PasswordRequest,
): Promise<void> =>
  appendAudit(runtime, tx, [
    {
      tenantId,
      actor: null,
      realm: slug,
      operation: 'POST /api/v1/auth/{slug}/forgotten-password',
      outcome: 'done',
      code: null,
      kind: 'user',
      targetId: userId,
      merchantId: null,
      correlationId,
      address,
      before: null,
      after: { passwordLinkSent: true },
    },
  ])
