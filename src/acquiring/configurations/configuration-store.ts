/** SQL of connector configurations, as the operations read and change them. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, ifGiven, matches, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { pick, type Row, replaceIn } from '../../infra/database/statements/write-rows.ts'
import type { ConfigurationRow } from '../tenant-banks/tenant-banks-store.ts'
import type { ConfigurationFilters } from './configuration-schemas.ts'

/** A configuration with the names of its connector; `is_active` is its own switch. */
export interface StoredConfiguration
  extends ConfigurationRow,
    Row<
      'connector_configurations',
      | 'tenant_id'
      | 'api_key_end'
      | 'secret_key_end'
      | 'password_end'
      | 'is_deleted'
      | 'created'
      | 'last_modified'
      | 'pending'
      | 'pending_by'
      | 'pending_api_key_sealed'
      | 'pending_secret_key_sealed'
      | 'pending_password_sealed'
      | 'pending_extra_credentials_sealed'
      | 'confirmed_by'
    > {
  connector_name: string
  /** Last four characters of the secret, null when they are hidden. */
  api_key_end: string | null
  /** The change that waits for a second person; null if there is none. */
  pending: PendingChange | null
  /** Written by the database. */
  pending_people?: Accountable | null
  /** Sealed for the context they will have. */
  pending_api_key_sealed: Buffer | null
  /** The person who confirmed the last change that waited. */
  confirmed_by: string | null
  /** Set by the database once two people agreed on the account that is paid. */
  is_confirmed?: boolean
}

/** Columns that a write sets, apart from secrets and `is_active`. */
export type PlainColumns = Pick<
  StoredConfiguration,
  | 'name'
  | 'mode'
  | 'username'
  | 'terminal_id'
  | 'store_id'
  | 'api_endpoint_url'
  | 'three_d_secure_endpoint_url'
  | 'bank_code'
  | 'priority'
  | 'extra_properties'
>
export const pickPlainColumns = (row: PlainColumns): PlainColumns => ({
  name: row.name,
  mode: row.mode,
  username: row.username,
  terminal_id: row.terminal_id,
  store_id: row.store_id,
  api_endpoint_url: row.api_endpoint_url,
  three_d_secure_endpoint_url: row.three_d_secure_endpoint_url,
  bank_code: row.bank_code,
  priority: row.priority,
  extra_properties: row.extra_properties,
})

/** A change that waits for a second person. */
export interface PendingChange {
  /** A second person confirms exactly what was displayed under this id. */
  readonly id: string
  readonly at: string
  /** The configuration itself is new: it takes no payments before it is confirmed. */
  readonly is_new: boolean
  /** Null leaves the switch unchanged. */
  readonly is_active: boolean | null
  /** True if the change deletes the configuration. */
  readonly is_deleted?: boolean
  /** The whole account is shown and confirmed, because it was never confirmed before. If absent, only the changed members are. */
  readonly is_whole?: boolean
  readonly columns: PlainColumns
  /** Secrets that change, and their masked forms. */
  readonly members: readonly string[]
  readonly ends: Partial<Record<'api_key_end' | 'secret_key_end' | 'password_end', string | null>>
}

const SHOWN = sql`c.*, k.name as connector_name, k.code as connector_code, k.type as connector_type`
const from = (tenantId: string): Sql => sql`connector_configurations c
    join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
   where c.tenant_id = ${tenantId} and not c.is_deleted`
const select = (tenantId: string): Sql => sql`select ${SHOWN} from ${from(tenantId)}`

export const configurationById = async (
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<StoredConfiguration | undefined> =>
  (await tx.query<StoredConfiguration>(sql`${select(tenantId)} and c.id = ${id}`))[0]

/** Locks the configuration until the transaction ends. */
export const lockConfiguration = async (
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<StoredConfiguration | undefined> =>
  (await tx.query<StoredConfiguration>(sql`${select(tenantId)} and c.id = ${id} for update of c`))[0]

/** Sorted by priority, the order in which a payment tries them. */
export const configurationsOfConnector = (
  tx: Tx,
  tenantId: string,
  connectorId: string,
): Promise<StoredConfiguration[]> =>
  tx.query<StoredConfiguration>(sql`${select(tenantId)} and c.connector_id = ${connectorId} order by c.priority, c.id`)

export const allConfigurations = (tx: Tx, tenantId: string): Promise<StoredConfiguration[]> =>
  tx.query<StoredConfiguration>(sql`${select(tenantId)} order by c.priority, c.id`)

/** The configurations that a list may contain. `waitingForPeople` keeps those with a change that someone other than these people decides. */
interface ConfigurationReach {
  readonly tenantId: string
  readonly waitingForPeople?: Accountable | undefined
}

export const countConfigurations = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from connector_configurations where tenant_id = ${tenantId} and not is_deleted`,
  )
  return row!.count
}

/** Newest first. A new configuration is inactive until its addresses are confirmed. */
export const pageOfConfigurations = (
  tx: Tx,
  { tenantId, waitingForPeople }: ConfigurationReach,
  { connector_id, mode, include_inactive, search_term, ...page }: ConfigurationFilters,
) =>
  countAndPage<StoredConfiguration>(
    tx,
    {
      columns: SHOWN,
      from: sql`${from(tenantId)} and ${allOf([
        matches({ 'c.connector_id': connector_id, 'c.mode': mode }),
        !include_inactive && waitingForPeople === undefined && sql`c.is_active`,
        contains(['c.name', 'k.name', 'k.code', 'c.terminal_id', 'c.store_id'], search_term),
        ifGiven(
          waitingForPeople,
          sql`c.pending is not null and not coalesce(c.pending_people && ${waitingForPeople}, false)`,
        ),
      ])}`,
      order: sql`c.created desc, c.id desc`,
    },
    page,
  )

const COLUMNS = [
  'tenant_id',
  'id',
  'connector_id',
  'name',
  'mode',
  'username',
  'terminal_id',
  'store_id',
  'api_key_sealed',
  'secret_key_sealed',
  'password_sealed',
  'extra_credentials_sealed',
  'api_key_end',
  'secret_key_end',
  'password_end',
  'api_endpoint_url',
  'three_d_secure_endpoint_url',
  'bank_code',
  'priority',
  'extra_properties',
  'is_active',
  'is_deleted',
  'created',
  'last_modified',
  'pending',
  'pending_by',
  'pending_api_key_sealed',
  'pending_secret_key_sealed',
  'pending_password_sealed',
  'pending_extra_credentials_sealed',
  'confirmed_by',
] as const satisfies readonly (keyof StoredConfiguration)[]

/** Writes a whole configuration: a new one, or a locked one. */
export const writeConfiguration = (tx: Tx, row: StoredConfiguration): Promise<number> =>
  tx.execute(
    replaceIn('connector_configurations', pick(row, COLUMNS), {
      key: ['tenant_id', 'id'],
      kept: ['connector_id', 'created'],
    }),
  )

/** Names of routing rules that send payments here. */
export const rulesUsing = async (tx: Tx, tenantId: string, id: string): Promise<string[]> => {
  const rows = await tx.query<{ name: string }>(
    sql`select name from routing_rules
      where tenant_id = ${tenantId} and not is_deleted and ${id} in (target_connector_config_id, fallback_connector_config_id)
     union all
     select name from simple_routing_rules
      where tenant_id = ${tenantId} and not is_deleted and ${id} in (target_connector_config_id, fallback_connector_config_id)`,
  )
  return rows.map((row) => row.name)
}
