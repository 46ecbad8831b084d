/** Accounts of receivers: their fields and their table; created, changed and deleted. */
import type { ReactNode } from 'react'
import type { ReceiverAccount, WriteReceiverAccount } from '../../../../sdk/src/generated/transfers.ts'
import {
  deleteReceiveraccountsById,
  postReceiveraccounts,
  putReceiveraccountsById,
} from '../../generated/operations.ts'
import type { Member } from '../../parts/record/members.tsx'
import { useMerchantField } from '../../parts/record/merchant-field.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Id, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { useBankOptions } from './account-fields.ts'
import { ACCOUNT_TEXTS, TEXTS } from './texts.ts'

export type ReceivedDeed =
  | { readonly kind: 'new'; readonly recipient: string }
  | { readonly kind: 'edit' | 'remove'; readonly of: ReceiverAccount }

const toNumber = ({ iban, account_number, masked_card_no, id }: ReceiverAccount): string =>
  iban ?? account_number ?? masked_card_no ?? id

interface TableProps {
  readonly caption: string
  readonly rows: readonly ReceiverAccount[]
  readonly onDeed: (deed: ReceivedDeed) => void
  /** Links to the owner of the account. */
  readonly hasLink?: boolean
}

export const ReceiverAccountTable = ({ caption, rows, onDeed, hasLink = false }: TableProps): ReactNode => {
  const columns = useColumns(onDeed)
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      noteOf={toNumber}
      {...(hasLink ? { linkOf: ({ recipient_id }: ReceiverAccount) => `/receivers/${recipient_id}` } : {})}
    />
  )
}

const useColumns = (onDeed: TableProps['onDeed']): Column<ReceiverAccount>[] => {
  const own = useTexts(ACCOUNT_TEXTS)
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  return [
    { head: own.holder, cell: (row) => <strong>{row.holder_name}</strong> },
    { head: words.iban, cell: (row) => <Id value={toNumber(row)} /> },
    { head: record.bank, cell: (row) => row.bank_name },
    { head: words.label, cell: (row) => row.label },
    { head: own.isDefault, cell: (row) => (row.is_default ? record.yes : record.no) },
    { head: common.status, cell: (row) => <Status value={row.is_active ? 'active' : 'inactive'} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (of) => (
        <RowMenu
          of={toNumber(of)}
          deeds={[
            { operation: putReceiveraccountsById, text: record.edit, onPress: () => onDeed({ kind: 'edit', of }) },
            {
              operation: deleteReceiveraccountsById,
              text: record.remove,
              onPress: () => onDeed({ kind: 'remove', of }),
            },
          ]}
        />
      ),
    },
  ]
}

const useMembers = (isDefault: boolean): readonly Member<WriteReceiverAccount>[] => {
  const own = useTexts(ACCOUNT_TEXTS)
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const banks = useBankOptions()
  return [
    { name: 'iban', label: words.iban, maxLength: 50, hint: own.oneOfThem },
    { name: 'account_number', label: own.accountNumber, maxLength: 34 },
    { name: 'bank_id', label: record.bank, kind: 'pick', options: banks },
    { name: 'holder_name', label: own.holder, maxLength: 100 },
    { name: 'label', label: words.label, maxLength: 100 },
    { name: 'description', label: record.description, maxLength: 200 },
    { name: 'external_id', label: words.external, maxLength: 100 },
    // The default is changed by making another account the default.
    ...(isDefault ? [] : [{ name: 'is_default', label: own.isDefault, kind: 'yes', hint: own.isDefaultHint } as const]),
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}

export const ReceivedDialog = ({ deed, onClose }: { deed: ReceivedDeed; onClose: () => void }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  if (deed.kind === 'new') return <NewDialog recipient={deed.recipient} onClose={onClose} />
  if (deed.kind === 'edit') return <EditDialog of={deed.of} onClose={onClose} />
  return (
    <RemoveDialog
      operation={deleteReceiveraccountsById}
      input={{ path: { id: deed.of.id } }}
      name={toNumber(deed.of)}
      hint={own.removeHint}
      onClose={onClose}
    />
  )
}

const NewDialog = ({ recipient, onClose }: { recipient: string; onClose: () => void }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  const words = useTexts(TEXTS)
  const [merchantId, merchantField] = useMerchantField(words.forMerchant)
  const members = useMembers(false)
  return (
    <RecordDialog
      operation={postReceiveraccounts}
      title={own.add}
      members={members}
      of={{ is_active: true }}
      keeps={{ recipient_id: recipient }}
      merchantId={merchantId}
      onClose={onClose}
    >
      {merchantField}
      {merchantField !== null && <p className="hint">{own.ownerHint}</p>}
    </RecordDialog>
  )
}

const EditDialog = ({ of, onClose }: { of: ReceiverAccount; onClose: () => void }): ReactNode => {
  const own = useTexts(ACCOUNT_TEXTS)
  const members = useMembers(of.is_default)
  return (
    <RecordDialog
      operation={putReceiveraccountsById}
      path={{ id: of.id }}
      title={own.changeReceived}
      {...(of.masked_card_no === null ? {} : { hint: own.cardStays })}
      members={members}
      // Only one number names an account, so the number within a stored IBAN is not repeated.
      of={{ ...of, account_number: of.iban === null ? of.account_number : null }}
      keeps={{ recipient_id: of.recipient_id ?? '', extra_properties_dict: of.extra_properties_dict }}
      onClose={onClose}
    />
  )
}
