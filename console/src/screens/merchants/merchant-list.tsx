/** Merchants of the organization. */
import type { ReactNode } from 'react'
import type { Merchant, MerchantStatus } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { getMerchants, postMerchants } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { RecordPage } from '../../parts/record/record-page.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import type { Column } from '../../parts/table.tsx'
import { Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { MERCHANT_STATUSES, useMerchantMembers } from './merchant-members.ts'
import { TEXTS } from './texts.ts'

const MerchantList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const [{ q, status }] = useAddress()
  const columns = useColumns()
  const members = useMerchantMembers()
  const merchants = useRead(
    getMerchants,
    {
      query: {
        search_term: q,
        status: status as MerchantStatus,
        include_inactive: true,
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  const states = MERCHANT_STATUSES.map((each) => [each, STATES[each]?.[language] ?? each] as const)
  return (
    <RecordPage
      words={words}
      of={merchants}
      columns={columns}
      choices={[{ name: 'status', label: words.approval, options: states }]}
      to="/merchants"
      noteOf={({ external_id }) => external_id}
      operation={postMerchants}
      members={members}
    />
  )
}

const useColumns = (): Column<Merchant>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  return [
    { head: record.name, cell: (row) => row.name },
    {
      head: words.external,
      cell: (row) => (
        <>
          {row.external_id && <code>{row.external_id}</code>}
          {row.awaits !== null && (
            <span className="block small quiet">{words.renamed(row.awaited_external_id ?? '–')}</span>
          )}
        </>
      ),
    },
    { head: words.approval, cell: (row) => <Status value={row.status} /> },
    { head: common.status, isKept: true, cell: (row) => <Status value={row.is_active ? 'active' : 'inactive'} /> },
    { head: words.mcc, cell: (row) => row.default_mcc },
    { head: record.city, cell: (row) => row.city },
  ]
}

export default MerchantList
