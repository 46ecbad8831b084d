/** The recipients a sandbox's demo merchant starts with (docs/interface/sandbox.md#demo-data). */
import { newId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { insertReceiverAccount } from './receiver-account-store.ts'
import { insertRecipient, type RecipientRow } from './recipient-store.ts'

const TENANT = '00000000-0000-4000-8000-000000000010'
const MERCHANT = '00000000-0000-4000-8000-000000000020'
const WITH_ACCOUNT = { id: '00000000-0000-4000-8000-000000000060', first_name: 'Ayşe', last_name: 'Yılmaz' }
const WITHOUT_ACCOUNT = { id: '00000000-0000-4000-8000-000000000061', first_name: 'Mehmet', last_name: 'Demir' }
const IBAN = 'TR160090100000000000009000'
const BANK = '00901'

/** Idempotent, including for deleted rows. */
export const seedRecipients = async (tx: Tx, { clock }: Pick<Runtime, 'clock'>, tenantId: string): Promise<void> => {
  if (tenantId !== TENANT) return
  const now = clock.now()
  const [known] = await tx.query(sql`select 1 from recipients where tenant_id = ${tenantId} limit 1`)
  if (known !== undefined) return
  await insertRecipient(tx, recipient(WITHOUT_ACCOUNT, now))
  const paid = recipient(WITH_ACCOUNT, now)
  await insertRecipient(tx, paid)
  await insertReceiverAccount(tx, {
    tenant_id: tenantId,
    id: newId(now.getTime()),
    merchant_id: MERCHANT,
    recipient_id: paid.id,
    holder_name: paid.holder_name,
    bank_code: BANK,
    iban: IBAN,
    account_number: null,
    masked_card_no: null,
    card_token: null,
    card_key: null,
    card_sealed: null,
    description: null,
    label: null,
    external_id: null,
    extra: null,
    is_default: true,
    is_active: true,
    is_deleted: false,
    changed_by: null,
    created: now,
    last_modified: now,
  })
}

const recipient = (
  { id, first_name, last_name }: { id: string; first_name: string; last_name: string },
  now: Date,
): RecipientRow => ({
  tenant_id: TENANT,
  id,
  merchant_id: MERCHANT,
  holder_name: `${first_name} ${last_name}`,
  first_name,
  last_name,
  description: null,
  bank_code: null,
  tax_id_sealed: null,
  tax_id_last4: null,
  tax_id_type: null,
  email: null,
  phone: null,
  label: null,
  external_id: null,
  extra: null,
  is_active: true,
  is_deleted: false,
  created: now,
  last_modified: now,
})
