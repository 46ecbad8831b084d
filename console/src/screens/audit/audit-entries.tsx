/** Entries of an audit log, and one of them with what changed and how it is chained. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AuditEntry, Operations } from '../../../../sdk/src/generated/identity.ts'
import { useAddress } from '../../parts/address.ts'
import { type Choice, Filters } from '../../parts/filters.tsx'
import { List, type Paged } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, None, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useKindNames } from '../../texts/kinds.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/audit-log']['query']>

export const useAuditQuery = (): Query => {
  const [{ q, outcome }] = useAddress()
  return { search_term: q, outcome: outcome as Query['outcome'], ...usePeriod('start_date', 'end_date') }
}

interface EntriesProps {
  readonly title: string
  readonly of: UseQueryResult<Paged<AuditEntry>, Error>
  readonly choices?: readonly Choice[]
  readonly tenantOf?: (id: string) => string
}

export const AuditEntries = ({ title, of, choices = [], tenantOf }: EntriesProps): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const columns = useColumns(tenantOf, setShown)
  const before = of.data?.items.find(
    ({ seq, tenant_id: tenant }) => tenant === shown?.tenant_id && seq === shown.seq - 1,
  )
  return (
    <Page title={title} hint={words.hint}>
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          ...choices,
          {
            name: 'outcome',
            label: words.outcome,
            options: ['done', 'refused'].map((each) => [each, STATES[each]?.[language] ?? each]),
          },
        ]}
        hasPeriod
      />
      <List of={of} empty={{ title: words.emptyTitle }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ tenant_id: tenant, seq }) => `${tenant} ${seq}`}
            noteOf={(row) => <Time at={row.at} />}
          />
        )}
      </List>
      {shown !== null && <EntryDialog of={shown} before={before} onClose={() => setShown(null)} />}
    </Page>
  )
}

const useColumns = (
  tenantOf: ((id: string) => string) | undefined,
  onShow: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const kindName = useKindNames()
  const locale = useLocale()
  const tenant: Column<AuditEntry>[] =
    tenantOf === undefined ? [] : [{ head: words.tenant, cell: (row) => tenantOf(row.tenant_id) }]
  return [
    {
      head: words.operation,
      cell: (row) => (
        <>
          <code>{row.operation.replace('/api/v1/', '')}</code>
          {row.repeats > 1 && (
            <span className="block small quiet">{words.times(row.repeats.toLocaleString(locale))}</span>
          )}
        </>
      ),
    },
    { head: words.outcome, cell: (row) => <Status value={row.outcome} /> },
    { head: words.who, cell: (row) => <Actor id={row.actor} /> },
    ...tenant,
    {
      head: words.target,
      cell: (row) => (row.kind === null ? <None /> : kindName(row.kind)),
    },
    { head: common.time, cell: (row) => <Time at={row.at} /> },
    {
      head: common.details,
      isKept: true,
      cell: (row) => (
        <button type="button" className="button" onClick={() => onShow(row)}>
          {words.show}
          <span className="unseen">: {words.entry(row.seq.toLocaleString(locale))}</span>
        </button>
      ),
    },
  ]
}
