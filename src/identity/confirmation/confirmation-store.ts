/** SQL of who changed a credential, and who could confirm it. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'

/** Stands in for an unknown person of the identity provider `p`, who is therefore never the caller. */
const PERSON_BEHIND = sql`p.id || ':*'`

export type CredentialTable = 'clients' | 'users' | 'identity_providers'

/**
 * Returns the people behind each usable credential that administers the whole tenant and needs no confirmation. The people of an identity
 * provider are not known beforehand: if its roles make administrators, it counts as one person in addition to the caller.
 */
export const findConfirmers = async (tx: Tx, tenantId: string, now: Date): Promise<Accountable[]> => {
  const rows = await tx.query<{ people: Accountable }>(
    sql`select a.people from (
       select coalesce(c.accountable, array[c.client_id]) || c.changed_people as people, c.roles from clients c
       where c.tenant_id = ${tenantId} and not c.is_deleted and c.is_active and (c.expires_at is null or c.expires_at > ${now})
         and c.merchant_id is null and c.needs_confirmation is not true
       union all
       select array[u.id::text] || u.password_known_by || u.changed_people, u.roles from users u
       where u.tenant_id = ${tenantId} and not u.is_deleted and u.enabled and not u.pending_approval and u.password_hash is not null
         and u.merchant_id is null and u.needs_confirmation is not true
       union all
       select array[${PERSON_BEHIND}] || p.changed_people, array['tenant-admin'] from identity_providers p
       where p.tenant_id = ${tenantId} and p.is_active and p.claimed_audience is null and p.needs_confirmation is not true
         and p.role_mappings @> '[{"role": "tenant-admin"}]'
     ) a
     where a.roles && array(select 'tenant-admin' union all
       select t.name from tenant_roles t where t.tenant_id = ${tenantId} and 'tenant-admin' = any(t.includes))`,
  )
  return rows.map(({ people }) => people)
}

/**
 * Returns each person who was changed, switched off or deleted after `since`, or whose key or role was. A person who has set a user's
 * password since then does not count as that user. Roles are not compared, as the change may have removed one; the same applies to identity
 * providers.
 */
export const findLatelyChanged = async (tx: Tx, tenantId: string, since: Date): Promise<string[]> => {
  const rows = await tx.query<{ person: string }>(
    sql`with changed as (
       select name from tenant_roles where tenant_id = ${tenantId} and last_modified > ${since} and last_modified > created)
     select u.id::text as person from users u
     where u.tenant_id = ${tenantId} and (u.has_counted or u.changed_people is null)
       and (u.last_modified > ${since} and u.last_modified > u.created or u.roles && array(select name from changed))
     union all
     select unnest(coalesce(c.accountable, array[c.client_id])) from clients c
     where c.tenant_id = ${tenantId}
       and (c.last_modified > ${since} and c.last_modified > c.created or c.roles && array(select name from changed))
     union all
     select ${PERSON_BEHIND} from identity_providers p
     where p.tenant_id = ${tenantId} and (p.has_counted or p.changed_people is null) and p.last_modified > ${since} and p.last_modified > p.created
     union all
     select f.provider_id || ':*' from former_merchant_claims f where f.tenant_id = ${tenantId} and f.has_counted and f.deleted_at > ${since}`,
  )
  return rows.map(({ person }) => person)
}

/** A change that waits for a second person, under the name it is listed by. Written by triggers (migrations/0006). */
export interface WaitingChange {
  readonly id: string
  /** Columns it changed; empty if the change is elsewhere, such as in the roles that a role includes. */
  readonly members: readonly string[]
}

interface LockedWaiting {
  readonly changed_people: Accountable | null
  readonly waiting_changes: readonly WaitingChange[] | null
  /** Values that members get with the confirmation. */
  readonly awaited: Readonly<Record<string, unknown>> | null
}
/** Reads one credential, locked until the transaction ends. */
export const lockWaiting = async (
  tx: Tx,
  table: CredentialTable,
  tenantId: string,
  id: string,
): Promise<LockedWaiting | undefined> => {
  const [row] = await tx.query<LockedWaiting>(
    sql`select changed_people, waiting_changes, awaited from ${rawSql(table)} where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return row
}

interface CredentialMark {
  readonly tenantId: string
  readonly ids: readonly string[]
  readonly people: Accountable
  readonly needsConfirmation: boolean
  readonly now: Date
}
/** Returns true if any of them waits now, for this change or for an earlier one. */
export const markCredentials = async (
  tx: Tx,
  table: CredentialTable,
  { tenantId, ids, people, needsConfirmation, now }: CredentialMark,
): Promise<boolean> => {
  const rows = await tx.query<{ needs_confirmation: boolean }>(
    sql`update ${rawSql(table)} set changed_people = array(select distinct unnest(changed_people || ${people}::text[]) order by 1),
       needs_confirmation = needs_confirmation is true or ${needsConfirmation}
       ${table === 'clients' ? sql`` : sql`, has_counted = has_counted is true or (changed_people is null and created < ${now})`}
     where tenant_id = ${tenantId} and id = any(${ids})
     returning needs_confirmation`,
  )
  return rows.some(({ needs_confirmation }) => needs_confirmation)
}

/** Members that may wait with the confirmation (migrations/0006). */
const AWAITED: Readonly<Record<CredentialTable, readonly string[]>> = {
  clients: ['merchant_id', 'plan_id', 'daily_limit_override', 'monthly_limit_override', 'rate_limit_override'],
  users: ['merchant_id'],
  identity_providers: [
    ...['merchant_claim', 'jwks_url', 'roles_claim', 'role_mappings', 'max_token_life_seconds', 'is_active'],
  ],
}
const carryOut = (members: readonly string[]): Sql =>
  rawSql(`, awaited = null, (${members.join(', ')}) = (select ${members.map((member) => `a.${member}`).join(', ')}
     from jsonb_populate_record(t, coalesce(t.awaited, '{}')) a)`)

/** `heir` names the people accountable from now on, for another one to confirm; null if it is confirmed. */
export const completeConfirmation = (
  tx: Tx,
  table: CredentialTable,
  tenantId: string,
  id: string,
  heir: Accountable | null,
): Promise<number> =>
  tx.execute(
    sql`update ${rawSql(table)} t set changed_people = ${heir}, needs_confirmation = ${heir !== null}
       ${heir !== null ? sql`` : carryOut(AWAITED[table])}
       ${table === 'clients' ? sql`` : sql`, has_counted = has_counted is true or ${heir === null}`}
     where tenant_id = ${tenantId} and id = ${id}`,
  )

interface OwnPassword {
  /** True if, as far as the program knows, no other person set the present password. The program cannot know whether another person did so in the user's name; only the user can tell. */
  readonly isOwn: boolean
  /** The people who may know it all the same. */
  readonly knownBy: Accountable
}
/** A user without a password counts as having an own one, because the first is set through a link. Locked until the transaction ends. */
export const lockOwnPassword = async (tx: Tx, tenantId: string, id: string): Promise<OwnPassword> => {
  const [row] = await tx.query<OwnPassword>(
    sql`select password_known_by is null or password_replaced is true as "isOwn", coalesce(password_known_by, '{}') as "knownBy"
     from users where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return row!
}

/** The platform has made sure who the user is, and that the present password is the user's own. What is set later is not vouched for. */
export const vouchForPassword = async (tx: Tx, tenantId: string, id: string): Promise<void> => {
  await tx.execute(sql`update users set password_known_by = null where tenant_id = ${tenantId} and id = ${id}`)
}

/**
 * Returns users who have ever counted as separate people and may still be accountable for something: those who can log in, and
 * those changed, switched off or deleted after `since`.
 */
export const everConfirmedUsers = async (tx: Tx, tenantId: string, since: Date): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    sql`select id from users where tenant_id = ${tenantId} and (has_counted or changed_people is null)
       and (enabled and not is_deleted or last_modified > ${since})`,
  )
  return rows.map(({ id }) => id)
}

/** Users or keys that have a role of the tenant's own. */
export const findRoleHolders = async (
  tx: Tx,
  table: 'clients' | 'users',
  tenantId: string,
  role: string,
): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    sql`select id from ${rawSql(table)} where tenant_id = ${tenantId} and not is_deleted and ${role} = any(roles)`,
  )
  return rows.map(({ id }) => id)
}
