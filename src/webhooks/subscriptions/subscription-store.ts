/** SQL of subscriptions: every statement on the table, except the joins that announce and claim. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { WebhookSurface } from '../events/event-catalogue.ts'

export interface SubscriptionRow {
  id: string
  merchant_id: string | null
  url: string
  description: string | null
  events: string[]
  max_retry_count: number
  is_active: boolean
  created: Date
}

/** Which subscriptions a caller sees: those of a surface, and only one merchant's if the caller is narrowed to it. */
export interface SubscriptionScope {
  tenantId: string
  surface: WebhookSurface
  merchantId: string | null
}

const COLUMNS = 'id, merchant_id, url, description, events, max_retry_count, is_active, created'
const IN_SCOPE = `tenant_id = $1 and surface = $2 and not is_deleted and ($3::uuid is null or merchant_id = $3)`
const toScopeParameters = ({ tenantId, surface, merchantId }: SubscriptionScope): unknown[] => [
  tenantId,
  surface,
  merchantId,
]

export const findSubscription = async (
  tx: Tx,
  scope: SubscriptionScope,
  id: string,
  lock: '' | 'for update' = '',
): Promise<SubscriptionRow | undefined> =>
  (
    await tx.query<SubscriptionRow>(
      `select ${COLUMNS} from webhook_subscriptions where ${IN_SCOPE} and id = $4 ${lock}`,
      [...toScopeParameters(scope), id],
    )
  )[0]

/** Returns ids of those that are not deleted, including inactive ones. */
export const findSubscriptionIds = async (tx: Tx, scope: SubscriptionScope): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    `select id from webhook_subscriptions where ${IN_SCOPE}`,
    toScopeParameters(scope),
  )
  return rows.map(({ id }) => id)
}

/** Returns the activation to which a delivery created now belongs; switching off and on begins a new one. */
export const findActivation = async (tx: Tx, tenantId: string, id: string): Promise<number> => {
  const [row] = await tx.query<{ activation: number }>(
    sql`select activation from webhook_subscriptions where tenant_id = ${tenantId} and id = ${id}`,
  )
  return row!.activation
}

interface SubscriptionFilter {
  includeInactive: boolean
  searchTerm: string | undefined
  limit: number
  offset: number
}

export const listSubscriptions = async (tx: Tx, scope: SubscriptionScope, filter: SubscriptionFilter) => {
  const pattern = filter.searchTerm === undefined ? null : `%${filter.searchTerm.replace(/[\\%_]/g, '\\$&')}%`
  const where = `${IN_SCOPE} and ($4 or is_active) and ($5::text is null or url ilike $5 or description ilike $5)`
  const values = [...toScopeParameters(scope), filter.includeInactive, pattern]
  const rows = await tx.query<SubscriptionRow>(
    `select ${COLUMNS} from webhook_subscriptions where ${where} order by id desc limit $6 offset $7`,
    [...values, filter.limit, filter.offset],
  )
  const [counted] = await tx.query<{ total: number }>(
    `select count(*) as total from webhook_subscriptions where ${where}`,
    values,
  )
  return { rows, total: counted!.total }
}

/**
 * Counts those of the scope's merchant, or of the tenant as a whole. Two concurrent creates of one tenant and surface
 * wait for each other, so that neither exceeds the limit.
 */
export const lockAndCountSubscriptions = async (
  tx: Tx,
  { tenantId, surface, merchantId }: SubscriptionScope,
): Promise<number> => {
  await lockName(tx, `webhook_subscriptions ${tenantId}${surface}`)
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from webhook_subscriptions
      where tenant_id = ${tenantId} and surface = ${surface} and not is_deleted and merchant_id is not distinct from ${merchantId}`,
  )
  return row!.total
}

export interface NewSubscription {
  tenantId: string
  id: string
  surface: WebhookSurface
  merchantId: string | null
  url: string
  description: string | null
  events: readonly string[]
  maxRetryCount: number
  secretSealed: Buffer
  now: Date
}

/** Returns false if the id is taken. */
export const insertSubscription = async (tx: Tx, one: NewSubscription): Promise<boolean> =>
  (await tx.execute(
    insertInto(
      'webhook_subscriptions',
      {
        tenant_id: one.tenantId,
        id: one.id,
        surface: one.surface,
        merchant_id: one.merchantId,
        url: one.url,
        description: one.description,
        events: one.events,
        max_retry_count: one.maxRetryCount,
        secret_sealed: one.secretSealed,
        created: one.now,
        last_modified: one.now,
      },
      sql`on conflict do nothing`,
    ),
  )) > 0

interface SubscriptionChange {
  url: string
  description: string | null
  events: readonly string[]
  maxRetryCount: number
}

export const changeSubscription = (
  tx: Tx,
  scope: SubscriptionScope,
  id: string,
  change: SubscriptionChange,
  now: Date,
) =>
  tx.execute(
    `update webhook_subscriptions set url = $5, description = $6, events = $7, max_retry_count = $8, last_modified = $9
      where ${IN_SCOPE} and id = $4`,
    [...toScopeParameters(scope), id, change.url, change.description, change.events, change.maxRetryCount, now],
  )

/** Returns whether it changed. Once switched on it starts over: older waiting events and failures are ignored. */
export const setSubscriptionActive = async (
  tx: Tx,
  scope: SubscriptionScope,
  id: string,
  isActive: boolean,
  now: Date,
) =>
  (await tx.execute(
    `update webhook_subscriptions
        set is_active = $5, activation = activation + $5::int, failing_since = null, dead_count = 0, last_modified = $6
      where ${IN_SCOPE} and id = $4 and is_active <> $5`,
    [...toScopeParameters(scope), id, isActive, now],
  )) > 0

export const markSubscriptionDeleted = async (
  tx: Tx,
  scope: SubscriptionScope,
  id: string,
  now: Date,
): Promise<boolean> =>
  (await tx.execute(
    `update webhook_subscriptions set is_deleted = true, is_active = false, last_modified = $5
      where ${IN_SCOPE} and id = $4`,
    [...toScopeParameters(scope), id, now],
  )) > 0

/** The current secret becomes the previous one; an older previous one expires at once. */
export const replaceSecret = async (
  tx: Tx,
  scope: SubscriptionScope,
  id: string,
  sealed: Buffer,
  now: Date,
  expiresAt: Date,
) =>
  (await tx.execute(
    `update webhook_subscriptions
        set previous_secret_sealed = secret_sealed, previous_secret_expires_at = $6, secret_sealed = $5, last_modified = $7
      where ${IN_SCOPE} and id = $4`,
    [...toScopeParameters(scope), id, sealed, expiresAt, now],
  )) > 0

export const clearFailing = (tx: Tx, tenantId: string, id: string): Promise<number> =>
  tx.execute(
    sql`update webhook_subscriptions set failing_since = null, dead_count = 0
      where tenant_id = ${tenantId} and id = ${id} and failing_since is not null`,
  )

export const countFailure = async (tx: Tx, tenantId: string, id: string, now: Date, dead: number) =>
  (
    await tx.query<{ is_active: boolean; failing_since: Date; dead_count: number }>(
      `update webhook_subscriptions
          set failing_since = coalesce(failing_since, $3), dead_count = dead_count + $4
        where tenant_id = $1 and id = $2 and not is_deleted and (failing_since is null or $4 > 0)
        returning is_active, failing_since, dead_count`,
      [tenantId, id, now, dead],
    )
  )[0]

export const disableSubscription = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute(
    sql`update webhook_subscriptions set is_active = false, last_modified = ${now} where tenant_id = ${tenantId} and id = ${id}`,
  )

/** Returns the sealed secret of one subscription, for a caller that checks signatures itself. */
export const findSealedSecret = async (tx: Tx, tenantId: string, id: string): Promise<Buffer | undefined> =>
  (
    await tx.query<{ secret_sealed: Buffer }>(
      sql`select secret_sealed from webhook_subscriptions where tenant_id = ${tenantId} and id = ${id}`,
    )
  )[0]?.secret_sealed
