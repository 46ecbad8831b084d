/** Merchants of the organization. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Merchant, MerchantStatus } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { getMerchants, postMerchants } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
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
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
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
  return (
    <Page
      title={words.title}
      actions={
        <Action operation={postMerchants} onPress={() => setOpen(true)} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          {
            name: 'status',
            label: words.approval,
            options: MERCHANT_STATUSES.map((each) => [each, STATES[each]?.[language] ?? each]),
          },
        ]}
      />
      <List of={merchants} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/merchants/${id}`}
            noteOf={({ external_id }) => external_id}
          />
        )}
      </List>
      {isOpen && (
        <RecordDialog
          operation={postMerchants}
          title={words.add}
          members={members}
          of={{ is_active: true }}
          onClose={() => setOpen(false)}
          onDone={({ id }) => void navigate({ to: `/merchants/${id}` })}
        />
      )}
    </Page>
  )
}

const useColumns = (): Column<Merchant>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  return [
    { head: record.name, cell: (row) => row.name },
    { head: words.external, cell: (row) => row.external_id && <code>{row.external_id}</code> },
    { head: words.approval, cell: (row) => <Status value={row.status} /> },
    { head: common.status, isKept: true, cell: (row) => <Status value={row.is_active ? 'active' : 'inactive'} /> },
    { head: words.mcc, cell: (row) => row.default_mcc },
    { head: record.city, cell: (row) => row.city },
  ]
}

export default MerchantList
