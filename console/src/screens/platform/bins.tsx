/** BIN ranges: the issuer of a card by its first digits. */
import type { ReactNode } from 'react'
import type { BankBin, WriteBankBin } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteLookupsBankBinsById,
  getLookupsBankBinsOfIdentity,
  postLookupsBankBins,
  putLookupsBankBinsById,
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

const SCHEMES = ['Visa', 'MasterCard', 'Amex', 'Troy', 'UnionPay', 'Proprietary'] as const
const PROGRAMS = [
  'Bonus',
  'Axess',
  'World',
  'Maximum',
  'Cardfinans',
  'Paraf',
  'Advantage',
  'Bankkart',
  'Other',
] as const
const TYPES = ['Credit', 'Debit', 'Prepaid'] as const
const toRange = ({ bin_start: start, bin_end: end }: BankBin): string => (start === end ? start : `${start}–${end}`)

export const Bins = (): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const [{ q }] = useAddress()
  const bins = useRead(
    getLookupsBankBinsOfIdentity,
    { query: { bin_prefix: q, include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <LookupList<BankBin>
      of={bins}
      caption={words.bins}
      find={words.findBin}
      empty={words.noBins}
      addText={words.addBin}
      operations={{ add: postLookupsBankBins, edit: putLookupsBankBinsById, remove: deleteLookupsBankBinsById }}
      columns={[
        {
          head: words.bins,
          cell: (bin) => (
            <strong>
              <code>{toRange(bin)}</code>
            </strong>
          ),
        },
        { head: record.bank, cell: (bin) => bin.bank_name ?? bin.bank_code },
        { head: words.scheme, cell: (bin) => bin.schema_type },
        { head: words.cardType, cell: (bin) => words[bin.card_type] },
        { head: words.program, cell: (bin) => bin.card_program },
        { head: words.country, cell: (bin) => bin.country },
        { head: common.status, cell: (bin) => <Status value={bin.is_active ? 'active' : 'inactive'} /> },
      ]}
      idOf={({ id }) => id}
      nameOf={toRange}
      dialog={(deed, onClose) => <BinDialog deed={deed} onClose={onClose} />}
    />
  )
}

const useMembers = (): readonly Member<WriteBankBin>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return [
    { name: 'bin_start', label: words.binStart, isRequired: true, maxLength: 8 },
    { name: 'bin_end', label: words.binEnd, isRequired: true, maxLength: 8 },
    { name: 'bank_code', label: words.bankCode, isRequired: true, maxLength: 20 },
    {
      name: 'schema_type',
      label: words.scheme,
      kind: 'pick',
      isRequired: true,
      options: SCHEMES.map((each) => [each, each]),
    },
    {
      name: 'card_type',
      label: words.cardType,
      kind: 'pick',
      isRequired: true,
      options: TYPES.map((each) => [each, words[each]]),
    },
    { name: 'card_program', label: words.program, kind: 'pick', options: PROGRAMS.map((each) => [each, each]) },
    { name: 'country', label: words.country, maxLength: 2 },
    { name: 'card_length', label: words.cardLength, kind: 'count' },
    { name: 'is_commercial', label: words.commercial, kind: 'yes' },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}

const BinDialog = ({ deed, onClose }: { deed: LookupDeed<BankBin>; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const members = useMembers()
  if (deed.kind === 'new')
    return (
      <RecordDialog
        operation={postLookupsBankBins}
        title={words.addBin}
        members={members}
        of={{ is_active: true, card_length: 16, country: 'TR' }}
        onClose={onClose}
      />
    )
  const path = { id: deed.row.id }
  if (deed.kind === 'edit')
    return (
      <RecordDialog
        operation={putLookupsBankBinsById}
        path={path}
        title={words.editBin}
        members={members}
        of={{ ...deed.row }}
        onClose={onClose}
      />
    )
  return (
    <RemoveDialog operation={deleteLookupsBankBinsById} input={{ path }} name={toRange(deed.row)} onClose={onClose} />
  )
}
