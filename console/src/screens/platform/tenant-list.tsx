/** Organizations on this platform. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CreateTenant, Tenant, TenantStatus } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { getPlatformTenants, postPlatformTenants } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { usePlanOptions, usePolicyMembers } from './tenant-members.ts'
import { TEXTS } from './texts.ts'

const TenantList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  const language = useLanguage()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [{ q, status }] = useAddress()
  const columns = useColumns()
  const plans = usePlanOptions()
  const policy = usePolicyMembers()
  const tenants = useRead(
    getPlatformTenants,
    { query: { search_term: q, status: status as TenantStatus, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.tenants}
      actions={
        <Action operation={postPlatformTenants} onPress={() => setOpen(true)} kind="primary">
          <Icon name="plus" />
          {words.addTenant}
        </Action>
      }
    >
      <Filters
        find={{ name: 'q', label: words.findTenant }}
        choices={[
          {
            name: 'status',
            label: common.status,
            options: ['active', 'suspended'].map((each) => [each, STATES[each]?.[language] ?? each]),
          },
        ]}
      />
      <List of={tenants} empty={{ title: words.noTenants }}>
        {(rows) => (
          <Table
            caption={words.tenantsCaption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ slug }) => `/platform/tenants/${slug}`}
            noteOf={({ slug }) => slug}
          />
        )}
      </List>
      {isOpen && (
        <RecordDialog
          operation={postPlatformTenants}
          title={words.addTenant}
          members={[
            { name: 'display_name', label: record.name, isRequired: true, maxLength: 200 },
            { name: 'slug', label: words.slug, hint: words.slugHint, isRequired: true, maxLength: 63 },
            { name: 'contact_email', label: words.contact, isRequired: true, maxLength: 200 },
            { name: 'plan_id', label: words.plan, kind: 'pick', options: plans },
            ...(policy as readonly Member<CreateTenant>[]),
          ]}
          of={{ preferred_three_d_flow: 'standard' }}
          onClose={() => setOpen(false)}
          onDone={({ slug }) => void navigate({ to: `/platform/tenants/${slug}` })}
        />
      )}
    </Page>
  )
}

const useColumns = (): Column<Tenant>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  return [
    { head: record.name, cell: (row) => row.display_name ?? row.slug },
    { head: words.slug, cell: (row) => <code>{row.slug}</code> },
    { head: common.status, isKept: true, cell: (row) => <Status value={row.status} /> },
    { head: words.plan, cell: (row) => row.plan_name },
    { head: words.contact, cell: (row) => row.contact_email },
    { head: record.created, cell: (row) => <Time at={row.created} form="day" /> },
  ]
}

export default TenantList
