/** Shards: the database servers that organizations are spread over, and how each of them is. */
import type { ReactNode } from 'react'
import type { Shard } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { getPlatformShards } from '../../generated/operations.ts'
import { Page } from '../../parts/page.tsx'
import { Reading, StateCard } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { None, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { SHARD_TEXTS } from './shard-texts.ts'

const LOOK_MS = 10_000

const Shards = (): ReactNode => {
  const words = useTexts(SHARD_TEXTS)
  const columns = useColumns()
  const shards = useRead(getPlatformShards, {}, { everyMs: LOOK_MS })
  return (
    <Page title={words.title} hint={words.hint}>
      <Reading of={shards}>
        {({ items }) =>
          items.length === 0 ? (
            <StateCard icon="list" title={words.noShards} hint={words.noShardsHint} />
          ) : (
            <Table
              caption={words.caption}
              columns={columns}
              rows={items}
              keyOf={({ shard }) => String(shard)}
              noteOf={(row) => <Status value={toState(row)} />}
            />
          )
        }
      </Reading>
    </Page>
  )
}

/** The state that keeps its organizations from working comes first. */
const toState = ({ is_available, is_closed, is_following, behind_bytes }: Shard): string => {
  if (!is_available) return 'away'
  if (is_closed) return 'closed_by_restore'
  return is_following === false || (is_following !== null && behind_bytes === null) ? 'not_following' : 'available'
}

const useColumns = (): Column<Shard>[] => {
  const words = useTexts(SHARD_TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const count = (value: number | null): ReactNode => (value === null ? <None /> : value.toLocaleString(locale))
  const size = (bytes: number | null): ReactNode => (bytes === null ? <None /> : sizeText(bytes, locale))
  const behind = ({ shard, is_following, behind_bytes: bytes }: Shard): ReactNode =>
    shard === 0 ? words.first : is_following !== null && bytes === null ? words.notKept : size(bytes)
  return [
    {
      head: words.shard,
      cell: ({ shard, address }) => (
        <>
          <strong>{shard}</strong> <span className="quiet">{address}</span>
        </>
      ),
    },
    { head: common.status, cell: (row) => <Status value={toState(row)} /> },
    { head: words.tenants, cell: ({ tenants }) => count(tenants), isFigure: true },
    { head: words.size, cell: ({ size_bytes: bytes }) => size(bytes), isFigure: true },
    { head: words.behind, cell: behind, isFigure: true },
    {
      head: words.connections,
      cell: ({ connections, connections_max: most }) =>
        connections === null || most === null ? (
          <None />
        ) : (
          words.connectionsOf(connections.toLocaleString(locale), most.toLocaleString(locale))
        ),
      isFigure: true,
    },
    { head: words.schema, cell: ({ schema_version: name }) => name ?? <None /> },
  ]
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

const sizeText = (bytes: number, locale: string): string => {
  const at = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const form = { style: 'unit', unit: UNITS[at]!, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return (bytes / 1_000 ** at).toLocaleString(locale, form)
}

export default Shards
