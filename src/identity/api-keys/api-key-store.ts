/** SQL of API keys as people administer them; access control reads them in access/callers. It is in one piece because all statements of a table belong together. */
import { sql } from 'kysely'
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { fetchRows, queryBuilder } from '../../infra/database/query-builder.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { WaitingChange } from '../confirmation/confirmation-store.ts'

interface ClientColumns {
  tenant_id: string
  id: string
  client_id: string
  display_name: string | null
  contact_email: string | null
  merchant_id: string | null
  roles: string[]
  plan_id: string | null
  daily_limit_override: number | null
  monthly_limit_override: number | null
  rate_limit_override: number | null
  allowed_ips: string | null
  expires_at: Date | null
  is_active: boolean
  is_deleted: boolean
  created: Date
  last_used_at: Date | null
  previous_secret_expires_at: Date | null
  accountable: string[] | null
  changed_people: string[] | null
  needs_confirmation: boolean | null
  waiting_changes: WaitingChange[] | null
  awaited: AwaitedOfKey | null
}
/** Members that take effect once a second person has confirmed the key (loosened-key.ts). */
export type AwaitedOfKey = Partial<
  Pick<ClientColumns, 'merchant_id' | 'plan_id' | `${'daily' | 'monthly' | 'rate'}_limit_override`>
>
interface PlanColumns {
  id: string
  code: string
  name: string
  daily_transaction_limit: number
  monthly_transaction_limit: number
  rate_limit_per_second: number
}
interface Tables {
  clients: ClientColumns
  realms: { tenant_id: string; plan_id: string | null }
  plans: PlanColumns
}
const db = queryBuilder<Tables>()

export interface ApiKeyRow extends Omit<ClientColumns, 'is_deleted'> {
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

const keysOf = ({ tenantId, merchantId }: KeyScope) => {
  const keys = db
    .selectFrom('clients as c')
    .innerJoin('realms as r', 'r.tenant_id', 'c.tenant_id')
    .leftJoin('plans as own', 'own.id', 'c.plan_id')
    .leftJoin('plans as theirs', 'theirs.id', 'r.plan_id')
    .where('c.tenant_id', '=', tenantId)
    .where('c.is_deleted', '=', false)
  return merchantId === null ? keys : keys.where('c.merchant_id', '=', merchantId)
}

/** Selects the columns without the secret. */
export const withColumns = (scope: KeyScope) =>
  keysOf(scope).select([
    'c.tenant_id',
    'c.id',
    'c.client_id',
    'c.display_name',
    'c.contact_email',
    'c.merchant_id',
    'c.roles',
    'c.plan_id',
    'c.daily_limit_override',
    'c.monthly_limit_override',
    'c.rate_limit_override',
    'c.allowed_ips',
    'c.expires_at',
    'c.is_active',
    'c.created',
    'c.last_used_at',
    'c.previous_secret_expires_at',
    'c.accountable',
    'c.changed_people',
    'c.needs_confirmation',
    'c.waiting_changes',
    'c.awaited',
    'own.code as plan_code',
    'own.name as plan_name',
    sql<number | null>`coalesce(own.daily_transaction_limit, theirs.daily_transaction_limit)`.as('daily_of_plan'),
    sql<number | null>`coalesce(own.monthly_transaction_limit, theirs.monthly_transaction_limit)`.as('monthly_of_plan'),
    sql<number | null>`coalesce(own.rate_limit_per_second, theirs.rate_limit_per_second)`.as('rate_of_plan'),
  ])

export const findApiKey = async (tx: Tx, scope: KeyScope, id: string): Promise<ApiKeyRow | undefined> => {
  const [row] = await fetchRows(tx, withColumns(scope).where('c.id', '=', id))
  return row
}

/** Like {@link findApiKey}, and locks the key until the transaction ends. */
export const lockApiKey = async (tx: Tx, scope: KeyScope, id: string): Promise<ApiKeyRow | undefined> => {
  await tx.query('select id from clients where tenant_id = $1 and id = $2 for update', [scope.tenantId, id])
  return findApiKey(tx, scope, id)
}

/** Keys of a merchant, or of the tenant as a whole; a concurrent create waits for this transaction. */
export const countForCreate = async (tx: Tx, tenantId: string, merchantId: string | null): Promise<number> => {
  await lockName(tx, `clients ${tenantId}`)
  const [row] = await tx.query<{ total: number }>(
    'select count(*) as total from clients where tenant_id = $1 and not is_deleted and merchant_id is not distinct from $2',
    [tenantId, merchantId],
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
  const places = WRITTEN.map((_, at) => `$${at + 7}`).join(', ')
  await tx.execute(
    `insert into clients (tenant_id, id, client_id, secret_hash, created, last_modified, accountable, ${WRITTEN.join(', ')})
     values ($1, $2, $3, $4, $5, $5, $6, ${places})`,
    [tenantId, id, clientId, secretHash, now, accountable, ...WRITTEN.map((name) => written[name])],
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
  const sets = WRITTEN.map((name, at) => `${name} = $${at + 7}`).join(', ')
  await tx.execute(
    `update clients set is_active = $3, last_modified = $4, awaited = $5, ${sets},
       signed_out_at = case when $3 then signed_out_at else $4 end,
       sessions_valid_from = case when $3 then sessions_valid_from else greatest($6, sessions_valid_from + interval '1 second') end
     where tenant_id = $1 and id = $2`,
    [
      tenantId,
      id,
      isActive,
      now,
      awaited && JSON.stringify(awaited),
      validFrom,
      ...WRITTEN.map((name) => written[name]),
    ],
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
    `update clients set previous_secret_hash = secret_hash, previous_secret_expires_at = $5, secret_hash = $3,
       last_modified = $4,
       accountable = array(select distinct unnest(coalesce(accountable, array[client_id]) || $6::text[]) order by 1)
     where tenant_id = $1 and id = $2`,
    [tenantId, id, hash, now, previousExpiresAt, accountable],
  )
}

export const removeApiKey = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute(
    `update clients set is_deleted = true, signed_out_at = $3, last_modified = $3, previous_secret_hash = null,
       previous_secret_expires_at = null
     where tenant_id = $1 and id = $2`,
    [tenantId, id, now],
  )
}
