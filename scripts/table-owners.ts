/** What no statement in src/ shows of the tables: who writes those that are never named in one, and which statements read upward and why. */

export interface ReadUp {
  readonly reader: string
  readonly tables: readonly string[]
  readonly why: string
}

/** Written by functions and triggers of migrations/ only. */
export const WRITTEN_BY_NAME: Readonly<Record<string, string>> = {
  archived_months: 'infra',
  archived_sums: 'infra',
  divided_tables: 'infra',
  closed_lists: 'lists',
  emptied_columns: 'infra',
  part_rewrites: 'infra',
  partitions: 'infra',
  retired_external_ids: 'identity',
  shared_tables: 'infra',
  claim_days: 'payments',
  transfer_external_ids: 'transfers',
}

/** Reads of a table whose noun is no lower. The list only gets shorter: whatever else is wanted is handed in by src/app/. */
export const READS_UP: readonly ReadUp[] = [
  {
    reader: 'access',
    tables: ['realms', 'plans', 'clients', 'users', 'tenant_roles', 'signing_keys', 'merchants'],
    why: 'each request is authorized by these rows; identity, which writes them, is itself called through access control',
  },
  {
    reader: 'acquiring',
    tables: ['payments', 'payment_operations', 'transfers'],
    why: 'a merchant sees the bank calls of its own payments, operations and transfers only',
  },
  {
    reader: 'fraud',
    tables: ['payments', 'transfers', 'chargebacks'],
    why: 'what became of a checked payment or transfer is joined to a page of checks, and to what velocity counted',
  },
]
