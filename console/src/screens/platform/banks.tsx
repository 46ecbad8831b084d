/** Banks. */
import type { ReactNode } from 'react'
import type { Bank, WriteBank } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteLookupsBanksById,
  getLookupsBanksOfIdentity,
  postLookupsBanks,
  putLookupsBanksById,
} from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { PAGE_SIZE, usePage } from '../../parts/list.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { type LookupDeed, LookupList } from './lookup-list.tsx'
import { TEXTS } from './texts.ts'

export const Banks = (): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const [{ q }] = useAddress()
  const banks = useRead(
    getLookupsBanksOfIdentity,
    { query: { search_term: q, include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <LookupList<Bank>
      of={banks}
      caption={words.banks}
      find={words.findBank}
      empty={words.noBanks}
      addText={words.addBank}
      operations={{ add: postLookupsBanks, edit: putLookupsBanksById, remove: deleteLookupsBanksById }}
      columns={[
        { head: record.name, cell: ({ name }) => <strong>{name}</strong> },
        { head: record.code, cell: ({ code }) => <code>{code}</code> },
        { head: words.swift, cell: ({ swift_code: swift }) => swift },
        { head: words.bkm, cell: ({ bkm_member_id: bkm }) => bkm },
        { head: common.status, cell: (bank) => <Status value={bank.is_active ? 'active' : 'inactive'} /> },
      ]}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      dialog={(deed, onClose) => <BankDialog deed={deed} onClose={onClose} />}
    />
  )
}

const BankDialog = ({ deed, onClose }: { deed: LookupDeed<Bank>; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const members: readonly Member<WriteBank>[] = [
    { name: 'name', label: record.name, isRequired: true, maxLength: 200 },
    { name: 'code', label: record.code, isRequired: true, maxLength: 20 },
    { name: 'swift_code', label: words.swift, maxLength: 11 },
    { name: 'bkm_member_id', label: words.bkm, maxLength: 20 },
    { name: 'logo_url', label: words.logo, maxLength: 500 },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
  if (deed.kind === 'new')
    return (
      <RecordDialog
        operation={postLookupsBanks}
        title={words.addBank}
        members={members}
        of={{ is_active: true }}
        onClose={onClose}
      />
    )
  const path = { id: deed.row.id }
  if (deed.kind === 'edit')
    return (
      <RecordDialog
        operation={putLookupsBanksById}
        path={path}
        title={words.editBank}
        members={members}
        of={{ ...deed.row }}
        onClose={onClose}
      />
    )
  return <RemoveDialog operation={deleteLookupsBanksById} input={{ path }} name={deed.row.name} onClose={onClose} />
}
