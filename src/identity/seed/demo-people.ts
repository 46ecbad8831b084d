/** The demo people of a sandbox: every sandbox has them, and they sign in to the console with one click. */
import { attributeDenials } from '../../access/audit/denials.ts'
import { realmSuspended } from '../../access/callers/authenticate.ts'
import type { Realm, Realms } from '../../access/callers/realms.ts'
import { isUsable } from '../../access/callers/token-subject.ts'
import type { Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { recordSignIn } from '../login/record-sign-in.ts'
import { findByName } from '../login/user-login-store.ts'
import { insertRefreshTokens } from '../tokens/refresh-token-store.ts'
import type { TokenIssuer } from '../tokens/token-issuer.ts'
import { toUserOwner } from '../tokens/token-owner.ts'
import type { TokenReply } from '../tokens/token-schemas.ts'
import { DEMO_MASTER, DEMO_REALMS, type SeedRealm, type SeedUser } from './demo-realms.ts'

export interface DemoPerson {
  readonly key: string
  readonly name: string
  readonly email: string
  /** Slug of the realm. */
  readonly tenant: string
  readonly roles: readonly string[]
}

/** `context` belongs to the request that signs in. */
type SignInDemoPerson = (
  key: string,
  context: Pick<Call, 'correlationId'> & { address: string; nowMs: number },
) => Promise<{ realm: Realm; tokens: TokenReply }>

const PEOPLE: readonly { realm: SeedRealm; user: SeedUser }[] = [...DEMO_REALMS, DEMO_MASTER].flatMap((realm) =>
  realm.users.map((user) => ({ realm, user })),
)

export const DEMO_PEOPLE: readonly DemoPerson[] = PEOPLE.map(({ realm, user }) => ({
  key: user.key,
  name: `${user.first_name} ${user.last_name}`,
  email: user.email,
  tenant: realm.slug,
  roles: user.roles,
}))

/** A sandbox that an earlier release made lacks some of them; those have no password. */
export const addDemoPeople = async (runtime: Runtime): Promise<void> => {
  const now = runtime.clock.now()
  const rows = PEOPLE.map(({ realm, user: { key: _, ...user } }) => ({
    ...user,
    tenant_id: realm.tenant_id,
    username: user.email,
    password_is_temporary: false,
    enabled: true,
    email_verified: true,
    pending_approval: false,
    is_deleted: false,
    created: now,
    last_modified: now,
  }))
  await runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.execute(
      `${buildDocumentInsert('users', rows)} join realms using (tenant_id)
       where not exists (select from users u where u.tenant_id = row.tenant_id and lower(u.username) = row.username)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    ),
  )
}

/** Issues a token for one of them without a password: in a sandbox, and only for the console. */
export const createDemoSignIn =
  (runtime: Runtime, realms: Realms, issuer: TokenIssuer): SignInDemoPerson =>
  async (key, { correlationId, address, nowMs }) => {
    const demoPerson = PEOPLE.find(({ user }) => user.key === key)
    const realm = demoPerson && (await realms.realmBySlug(demoPerson.realm.slug))
    if (!demoPerson || !realm) throw notThere(key)
    const { tenantId, slug } = realm
    const person = await runtime.db.transaction({ of: tenantId }, (tx) =>
      findByName(tx, tenantId, demoPerson.user.email),
    )
    if (!person || !isUsable(person, runtime.clock.ms())) throw notThere(key)
    const owner = toUserOwner(person)
    const { text, row } = issuer.fresh(realm, owner)
    await attributeDenials({ tenantId, realm: slug, actor: person.id }, async () => {
      if (realm.isSuspended) throw realmSuspended(slug)
      await runtime.db.transaction({ of: tenantId }, async (tx) => {
        const { text: statement, values } = insertRefreshTokens([row])
        await tx.execute(statement, values)
        await noteUse(tx, tenantId, person.id, row.created)
        const request = { clientAddress: address }
        await recordSignIn(tx, { runtime, request, correlationId }, realm, person.id, 'sign in as a demo person')
      })
    })
    return { realm, tokens: await issuer.reply(realm, owner, text, nowMs) }
  }

const noteUse = (tx: Tx, tenantId: string, userId: string, now: Date): Promise<number> =>
  tx.execute(sql`update users set unused_since = ${now} where tenant_id = ${tenantId} and id = ${userId}`)

const notThere = (key: string): Problem =>
  new Problem('invalid_credentials', { detail: phrase`There is no demo person ${key.slice(0, 40)} who may sign in.` })
