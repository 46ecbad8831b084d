/** Responses of connector accounts. */
import type { Configuration } from '../../connectors/attempt.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Bank } from '../../reference/reference-store.ts'
import type { SourceAccount } from './source-account-lookup.ts'

export interface AccountDisplayContext {
  bankOf: (code: string) => Bank | undefined
  configurations: readonly Configuration[]
}

export type DisplayedAccountRow = SourceAccount & { description: string | null }

export const toSourceAccountResponse = (
  row: DisplayedAccountRow,
  { bankOf, configurations }: AccountDisplayContext,
) => {
  const bank = bankOf(row.bank_code)
  const configuration = configurations.find(({ id }) => id === row.configuration_id)
  return {
    extra_properties_dict: row.extra,
    id: row.id,
    connector_configuration_id: row.configuration_id,
    bank_id: bank?.id ?? null,
    holder_name: row.holder_name,
    description: row.description,
    account_number: row.account_number,
    iban: row.iban,
    masked_card_no: null,
    card_token: null,
    connector_configuration_name: configuration?.name ?? null,
    connector_name: configuration?.connectorCode ?? null,
    connector_code: configuration?.connectorCode ?? null,
    bank_name: bank?.name ?? null,
    bank_code: row.bank_code,
    currency: row.currency,
    is_active: row.is_active,
  }
}

/** Leaves out the names of other resources. */
export const settableAccount = (account: ReturnType<typeof toSourceAccountResponse>): object => {
  const { connector_configuration_name: _, connector_name: __, bank_name: ___, ...settable } = account
  return settable
}

/** Includes deleted ones, because a transfer keeps naming the account that paid. */
export const findDisplayedSourceAccounts = async (
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  words: AccountDisplayContext,
): Promise<Map<string, ReturnType<typeof toSourceAccountResponse>>> => {
  const rows = await tx.query<DisplayedAccountRow>(
    sql`select tenant_id, id, configuration_id, bank_code, holder_name, description, iban, account_number, currency, extra,
       is_active from source_accounts where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, toSourceAccountResponse(row, words)]))
}
