/** SQL of subscriptions: every statement on the table, except the joins that announce and claim. */
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { WebhookSurface } from '../events/event-catalogue.ts'

export type SubscriptionRow = Row<
  'webhook_subscriptions',
  'id' | 'merchant_id' | 'url' | 'description' | 'events' | 'max_retry_count' | 'is_active' | 'created'
>

/** Which subscriptions a caller sees: those of a surface, and only one merchant's if the caller is narrowed to it. */
export interface SubscriptionScope {
  tenantId: string
  surface: WebhookSurface
  merchantId: string | null
}

const COLUMNS = sql`id, merchant_id, url, description, events, max_retry_count, is_active, created`
const isInScope = ({ tenantId, surface, merchantId }: SubscriptionScope, id?: string): Sql =>
  sql`${matches({ tenant_id: tenantId, surface, merchant_id: merchantId, id })} and not is_deleted`

export const findSubscription = async (
  tx: Tx,
  scope: SubscriptionScope,
  id: string,
  lock: '' | 'for update' = '',
): Promise<SubscriptionRow | undefined> =>
  (
    await tx.query<SubscriptionRow>(
      sql`select ${COLUMNS} from webhook_subscriptions where ${isInScope(scope, id)} ${rawSql(lock)}`,
    )
  )[0]

/** Returns ids of those that are not deleted, including inactive ones. */
export const findSubscriptionIds = async (tx: Tx, scope: SubscriptionScope): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(sql`select id from webhook_subscriptions where ${isInScope(scope)}`)
  return rows.map(({ id }) => id)
}

/** Returns the activation to which a delivery created now belongs; switching off and on begins a new one. */
export const findActivation = async (tx: Tx, tenantId: string, id: string): Promise<number> => {
  const [row] = await tx.query<{ activation: number }>(
    sql`select activation from webhook_subscriptions where tenant_id = ${tenantId} and id = ${id}`,
  )
  return row!.activation
}

interface SubscriptionFilter extends PageRequest {
  include_inactive?: boolean
  search_term?: string
}

export const pageOfSubscriptions = (tx: Tx, scope: SubscriptionScope, filter: SubscriptionFilter) =>
  countAndPage<SubscriptionRow>(
    tx,
    {
      columns: COLUMNS,
      from: sql`webhook_subscriptions where ${allOf([
        isInScope(scope),
        !filter.include_inactive && sql`is_active`,
        contains(['url', 'description'], filter.search_term),
      ])}`,
      order: sql`id desc`,
    },
    filter,
  )

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
    sql`update webhook_subscriptions set url = ${change.url}, description = ${change.description}, events = ${change.events}, max_retry_count = ${change.maxRetryCount}, last_modified = ${now}
      where ${isInScope(scope, id)}`,
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
    sql`update webhook_subscriptions
        set is_active = ${isActive}, activation = activation + ${isActive ? 1 : 0}, failing_since = null, dead_count = 0, last_modified = ${now}
      where ${isInScope(scope, id)} and is_active <> ${isActive}`,
  )) > 0

export const markSubscriptionDeleted = async (
  tx: Tx,
  scope: SubscriptionScope,
  id: string,
  now: Date,
): Promise<boolean> =>
  (await tx.execute(
    sql`update webhook_subscriptions set is_deleted = true, is_active = false, last_modified = ${now}
      where ${isInScope(scope, id)}`,
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
    sql`update webhook_subscriptions
        set previous_secret_sealed = secret_sealed, previous_secret_expires_at = ${expiresAt}, secret_sealed = ${sealed}, last_modified = ${now}
      where ${isInScope(scope, id)}`,
  )) > 0

export const clearFailing = (tx: Tx, tenantId: string, id: string): Promise<number> =>
  tx.execute(
    sql`update webhook_subscriptions set failing_since = null, dead_count = 0
      where tenant_id = ${tenantId} and id = ${id} and failing_since is not null`,
  )

export const countFailure = async (tx: Tx, tenantId: string, id: string, now: Date, dead: number) =>
  (
    await tx.query<{ is_active: boolean; failing_since: Date; dead_count: number }>(
      sql`update webhook_subscriptions
          set failing_since = coalesce(failing_since, ${now}), dead_count = dead_count + ${dead}
        where tenant_id = ${tenantId} and id = ${id} and not is_deleted and (failing_since is null or ${dead}::int > 0)
        returning is_active, failing_since, dead_count`,
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
