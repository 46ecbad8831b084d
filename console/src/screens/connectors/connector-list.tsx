/** Connectors to banks, and how their calls perform. */
import type { ReactNode } from 'react'
import type { Connector, ConnectorHealthRow } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getConnectors, getHealthConnectors, postConnectors } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { RecordPage } from '../../parts/record/record-page.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import type { Column } from '../../parts/table.tsx'
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
    <RecordPage
      words={words}
      of={connectors}
      columns={columns}
      to="/connectors"
      noteOf={({ code }) => code}
      operation={postConnectors}
      members={members}
    />
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
