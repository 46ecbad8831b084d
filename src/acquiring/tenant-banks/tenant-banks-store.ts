/** SQL of connectors and their configurations. */
import type { SubMerchant } from '../../connectors/sub-merchant.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export interface ConfigurationRow
  extends Row<
    'connector_configurations',
    | 'id'
    | 'connector_id'
    | 'name'
    | 'mode'
    | 'username'
    | 'terminal_id'
    | 'store_id'
    | 'api_key_sealed'
    | 'secret_key_sealed'
    | 'password_sealed'
    | 'extra_credentials_sealed'
    | 'api_endpoint_url'
    | 'three_d_secure_endpoint_url'
    | 'bank_code'
    | 'priority'
    | 'extra_properties'
    | 'is_active'
    | 'last_modified'
  > {
  connector_code: string
  connector_type: string
  extra_properties: Record<string, string>
}

/**
 * All configurations of a tenant, best priority first; one of an inactive connector is not active. Deleted ones are included
 * too, never active: their payments still need inquiry, capture and refund.
 */
export const selectConfigurations = (tx: Tx, tenantId: string): Promise<ConfigurationRow[]> =>
  tx.query<ConfigurationRow>(
    sql`select c.id, c.connector_id, k.code as connector_code, k.type as connector_type, c.name, c.mode,
            c.username, c.terminal_id, c.store_id, c.api_key_sealed, c.secret_key_sealed, c.password_sealed,
            c.extra_credentials_sealed, c.api_endpoint_url, c.three_d_secure_endpoint_url, c.bank_code, c.priority, c.extra_properties, c.last_modified,
            c.is_active and k.is_active and not c.is_deleted and not k.is_deleted as is_active
       from connector_configurations c
       join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
      where c.tenant_id = ${tenantId}
      order by c.priority, c.id`,
  )

interface SubMerchantRow extends SubMerchant {
  merchant_id: string
  configuration_id: string
}

/** Returns every merchant's profile at every bank of the tenant; a new profile that waits for a second person has no values yet. */
export const selectSubMerchants = (tx: Tx, tenantId: string): Promise<SubMerchantRow[]> =>
  tx.query<SubMerchantRow>(
    sql`select merchant_id, configuration_id, sub_merchant_id as id, sub_merchant_name as name, sub_merchant_mcc as mcc,
            sub_merchant_postal_code as "postalCode", sub_merchant_city as city, sub_merchant_country_code as "countryCode"
       from merchant_bank_profiles where tenant_id = ${tenantId} and pending->>'action' is distinct from 'create'`,
  )

export type ErrorCodeRow = Row<
  'connector_error_codes',
  'connector_code' | 'provider_error_code' | 'category' | 'turkish_message' | 'english_message' | 'should_retry'
>

/** Returns the tenant's meaning of bank codes; a row that inherits from another row has the values of that row. */
export const selectErrorCodes = (tx: Tx, tenantId: string): Promise<ErrorCodeRow[]> =>
  tx.query<ErrorCodeRow>(
    sql`select e.connector_code, e.provider_error_code,
            coalesce(m.category, e.category) as category,
            coalesce(m.turkish_message, e.turkish_message) as turkish_message,
            coalesce(m.english_message, e.english_message) as english_message,
            coalesce(m.should_retry, e.should_retry) as should_retry
       from connector_error_codes e
       left join connector_error_codes m on m.tenant_id = e.tenant_id and m.id = e.mapped_to_id
      where e.tenant_id = ${tenantId}`,
  )
