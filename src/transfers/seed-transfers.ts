/** Source accounts and recipients a sandbox starts with (docs/interface/sandbox.md#demo-data). */
import { hash } from 'node:crypto'
import { composeIBAN } from 'ibantools'
import { isoTime } from '../core/clock.ts'
import { newId } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { sql } from '../infra/database/statements/sql.ts'
import type { Runtime } from '../infra/runtime.ts'
import { seedRecipients } from './receivers/seed-recipients.ts'

const DEMO_TENANT = '00000000-0000-4000-8000-000000000010'
const id = (number: string): string => `00000000-0000-4000-8000-0000000000${number}`
const OPENING = '1000000000'

interface Seeded {
  id: string
  iban: string
  bank_code: string
  currency: string
  is_active: boolean
  extra: Record<string, string> | null
}

const DEMO_ACCOUNTS: readonly Seeded[] = [
  {
    id: id('50'),
    iban: 'TR960090100000000000100001',
    bank_code: '00901',
    currency: 'TRY',
    is_active: true,
    extra: null,
  },
  {
    id: id('51'),
    iban: 'TR690090100000000000100002',
    bank_code: '00901',
    currency: 'USD',
    is_active: true,
    extra: null,
  },
  {
    id: id('52'),
    iban: 'TR350090200000000000200001',
    bank_code: '00902',
    currency: 'TRY',
    is_active: false,
    extra: null,
  },
]

/** Returns tenants of a sandbox that have their bank but no account at it. */
export const findTenantsWithoutAccounts = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    `select distinct c.tenant_id from connector_configurations c
       join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
      where k.code = 'SIMBANK' and not c.is_deleted
        and not exists (select from source_accounts a where a.tenant_id = c.tenant_id)`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Idempotent. */
export const seedTransfers = async (runtime: Runtime, tenantIds: readonly string[]): Promise<void> => {
  if (runtime.config.env !== 'sandbox') return
  for (const tenantId of tenantIds)
    await runtime.db.transaction({ of: tenantId }, async (tx) => {
      await seedRecipients(tx, runtime, tenantId)
      const [configuration] = await tx.query<{ id: string }>(
        sql`select c.id from connector_configurations c
           join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
          where c.tenant_id = ${tenantId} and k.code = 'SIMBANK' and not c.is_deleted order by c.priority limit 1`,
      )
      const [known] = await tx.query(sql`select 1 from source_accounts where tenant_id = ${tenantId} limit 1`)
      if (configuration === undefined || known !== undefined) return
      const accounts = tenantId === DEMO_TENANT ? DEMO_ACCOUNTS : [await ownAccount(runtime, tenantId)]
      await insertAccounts(tx, runtime, tenantId, configuration.id, accounts)
    })
}

/**
 * Returns an account at Simulated Bank A whose number is derived from the tenant's id; the bank opens it with the named
 * balance.
 */
const ownAccount = (runtime: Runtime, tenantId: string): Seeded => {
  const number = BigInt(`0x${hash('sha256', tenantId).slice(0, 16)}`)
    .toString()
    .slice(-14)
    .padStart(14, '0')
  const iban = composeIBAN({ countryCode: 'TR', bban: `00901000${number}` }) as string
  return {
    id: newId(runtime.clock.ms()),
    iban,
    bank_code: '00901',
    currency: 'TRY',
    is_active: true,
    extra: { sandbox_opening_balance: OPENING },
  }
}

const insertAccounts = async (
  tx: Tx,
  runtime: Runtime,
  tenantId: string,
  configurationId: string,
  accounts: readonly Seeded[],
): Promise<void> => {
  const now = isoTime(runtime.clock.ms())
  for (const { id: accountId, iban, bank_code, currency, is_active, extra } of accounts)
    await tx.execute(
      `insert into source_accounts (tenant_id, id, configuration_id, bank_code, holder_name, iban, currency, extra,
         is_active, created, last_modified)
       select $1, $2, $3, $4, coalesce(display_name, slug), $5, $6, $7, $8, $9, $9 from realms where tenant_id = $1
       on conflict do nothing`,
      [tenantId, accountId, configurationId, bank_code, iban, currency, extra, is_active, now],
    )
}
