/** Connectors to banks, with how their calls go. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Connector, ConnectorHealthRow } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getConnectors, getHealthConnectors, postConnectors } from '../../generated/operations.ts'
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
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { useConnectorMembers } from './connector-members.ts'
import { useConnectorTypeName } from './connector-types.ts'
import { TEXTS } from './texts.ts'

const ConnectorList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [{ q }] = useAddress()
  const connectors = useRead(
    getConnectors,
    { query: { search_term: q, include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const health = useRead(getHealthConnectors, {}, { isOn: may(getHealthConnectors) })
  const columns = useColumns(health.data ?? [])
  const members = useConnectorMembers()
  return (
    <Page
      title={words.title}
      actions={
        <Action operation={postConnectors} onPress={() => setOpen(true)} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <Filters find={{ name: 'q', label: words.find }} />
      <List of={connectors} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/connectors/${id}`}
            noteOf={({ code }) => code}
          />
        )}
      </List>
      {isOpen && (
        <RecordDialog
          operation={postConnectors}
          title={words.add}
          members={members}
          of={{ is_active: true }}
          onClose={() => setOpen(false)}
          onDone={({ id }) => void navigate({ to: `/connectors/${id}` })}
        />
      )}
    </Page>
  )
}

const useColumns = (health: readonly ConnectorHealthRow[]): Column<Connector>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const typeOf = useConnectorTypeName()
  const rollupOf = (id: string) => health.find(({ connector_id: each }) => each === id)?.rollup
  return [
    { head: record.name, cell: (row) => row.name },
    { head: record.code, cell: (row) => <code>{row.code}</code> },
    { head: words.type, cell: (row) => typeOf(row.type) },
    { head: common.status, cell: (row) => <Status value={row.is_active ? 'active' : 'inactive'} /> },
    {
      head: words.health,
      isKept: true,
      cell: ({ id }) => <Status value={rollupOf(id)?.status ?? 'unknown'} />,
    },
    {
      head: words.successRate,
      isFigure: true,
      cell: ({ id }) => {
        const rollup = rollupOf(id)
        if (rollup === undefined || rollup.sample_size === 0) return null
        const share = rollup.success_count / rollup.sample_size
        return share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
      },
    },
    { head: words.configurations, isFigure: true, cell: (row) => row.configuration_count.toLocaleString(locale) },
  ]
}

export default ConnectorList
