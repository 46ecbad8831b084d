/** SQL of API keys as people administer them; access control reads them in access/callers. It is in one piece because all statements of a table belong together. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { WaitingChange } from '../confirmation/confirmation-store.ts'

interface ClientColumns extends Row<'clients'> {
  roles: string[]
}
/** Members that take effect once a second person has confirmed the key (loosened-key.ts). */
export type AwaitedOfKey = Partial<
  Pick<ClientColumns, 'merchant_id' | 'plan_id' | `${'daily' | 'monthly' | 'rate'}_limit_override`>
>
/** The columns without the secrets. */
const SHOWN = [
  'tenant_id',
  'id',
  'client_id',
  'display_name',
  'contact_email',
  'merchant_id',
  'roles',
  'plan_id',
  'daily_limit_override',
  'monthly_limit_override',
  'rate_limit_override',
  'allowed_ips',
  'expires_at',
  'is_active',
  'created',
  'last_used_at',
  'previous_secret_expires_at',
  'accountable',
  'changed_people',
  'needs_confirmation',
  'waiting_changes',
  'awaited',
] as const

export interface ApiKeyRow extends Pick<ClientColumns, (typeof SHOWN)[number]> {
  waiting_changes: WaitingChange[] | null
  awaited: AwaitedOfKey | null
  plan_code: string | null
  plan_name: string | null
  /** Limit of the key's plan, or else of the tenant's plan; null if neither has one. */
  daily_of_plan: number | null
  monthly_of_plan: number | null
  rate_of_plan: number | null
}

/** Scope of the keys: those of a tenant, or those bound to one merchant of it. */
export interface KeyScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

/** All that follows `from`, up to its conditions. */
export const buildKeySource = ({ tenantId, merchantId }: KeyScope): Sql => sql`
  clients c
  join realms r on r.tenant_id = c.tenant_id
  left join plans own on own.id = c.plan_id
  left join plans theirs on theirs.id = r.plan_id
  where c.tenant_id = ${tenantId} and not c.is_deleted and ${ifGiven(merchantId, sql`c.merchant_id = ${merchantId}`)}`

export const KEY_COLUMNS = sql`${rawSql(SHOWN.map((name) => `c.${name}`).join(', '))},
  own.code as plan_code, own.name as plan_name,
  coalesce(own.daily_transaction_limit, theirs.daily_transaction_limit) as daily_of_plan,
  coalesce(own.monthly_transaction_limit, theirs.monthly_transaction_limit) as monthly_of_plan,
  coalesce(own.rate_limit_per_second, theirs.rate_limit_per_second) as rate_of_plan`

export const findApiKey = async (tx: Tx, scope: KeyScope, id: string): Promise<ApiKeyRow | undefined> => {
  const [row] = await tx.query<ApiKeyRow>(sql`select ${KEY_COLUMNS} from ${buildKeySource(scope)} and c.id = ${id}`)
  return row
}

/** Like {@link findApiKey}, and locks the key until the transaction ends. */
export const lockApiKey = async (tx: Tx, scope: KeyScope, id: string): Promise<ApiKeyRow | undefined> => {
  await tx.query(sql`select id from clients where tenant_id = ${scope.tenantId} and id = ${id} for update`)
  return findApiKey(tx, scope, id)
}

/** Keys of a merchant, or of the tenant as a whole; a concurrent create waits for this transaction. */
export const countForCreate = async (tx: Tx, tenantId: string, merchantId: string | null): Promise<number> => {
  await lockName(tx, `clients ${tenantId}`)
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from clients where tenant_id = ${tenantId} and not is_deleted and merchant_id is not distinct from ${merchantId}`,
  )
  return row!.total
}

/** Columns that a create and an update write. */
const WRITTEN = [
  'display_name',
  'contact_email',
  'merchant_id',
  'roles',
  'plan_id',
  'daily_limit_override',
  'monthly_limit_override',
  'rate_limit_override',
  'allowed_ips',
  'expires_at',
] as const satisfies readonly (keyof ClientColumns)[]
export type WrittenColumns = Pick<ClientColumns, (typeof WRITTEN)[number]>

interface NewApiKey {
  tenantId: string
  id: string
  clientId: string
  secretHash: Buffer
  written: WrittenColumns
  /** The people behind the call, who see the secret. */
  accountable: Accountable
  now: Date
}

export const addApiKey = async (tx: Tx, key: NewApiKey) => {
  const { tenantId, id, clientId, secretHash, written, accountable, now } = key
  await tx.execute(
    insertInto('clients', {
      ...pick(written, WRITTEN),
      tenant_id: tenantId,
      id,
      client_id: clientId,
      secret_hash: secretHash,
      accountable,
      created: now,
      last_modified: now,
    }),
  )
}

/** `isActive` false also ends the sign-ins: earlier tokens stay invalid when it is switched on again. `validFrom`: {@link endOfSessions}. */
export const writeApiKey = async (
  tx: Tx,
  tenantId: string,
  id: string,
  { isActive, awaited, ...written }: WrittenColumns & { isActive: boolean; awaited: AwaitedOfKey | null },
  now: Date,
  validFrom: Date,
): Promise<void> => {
  const ended = isActive
    ? {}
    : {
        signed_out_at: now,
        sessions_valid_from: sql`greatest(${validFrom}, sessions_valid_from + interval '1 second')`,
      }
  await tx.execute(
    updateTable(
      'clients',
      { tenant_id: tenantId, id },
      { ...pick(written, WRITTEN), is_active: isActive, awaited, last_modified: now, ...ended },
    ),
  )
}

interface NewSecret {
  readonly hash: Buffer
  readonly now: Date
  readonly previousExpiresAt: Date
  /** The people behind the call, who see it. */
  readonly accountable: Accountable
}

/**
 * The current secret becomes the previous one; the one before that becomes invalid. Holders of either stay
 * accountable: what they signed in to continues through its refresh tokens.
 */
export const replaceSecret = async (
  tx: Tx,
  tenantId: string,
  id: string,
  { hash, now, previousExpiresAt, accountable }: NewSecret,
): Promise<void> => {
  await tx.execute(
    sql`update clients set previous_secret_hash = secret_hash, previous_secret_expires_at = ${previousExpiresAt}, secret_hash = ${hash},
       last_modified = ${now},
       accountable = array(select distinct unnest(coalesce(accountable, array[client_id]) || ${accountable}::text[]) order by 1)
     where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export const removeApiKey = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute(
    updateTable(
      'clients',
      { tenant_id: tenantId, id },
      {
        is_deleted: true,
        signed_out_at: now,
        last_modified: now,
        previous_secret_hash: null,
        previous_secret_expires_at: null,
      },
    ),
  )
}
