/** Rules in the order of their evaluation. */
import type { ReactNode } from 'react'
import type { FraudRule, Operations } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { LastEdit, Status } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { GivenName } from '../../texts/given-names.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { describeCondition } from './condition.ts'
import { useSide } from './side.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/fraud/rules']['query']>
type Words = Same<(typeof TEXTS)['en']>

export const toRuleState = ({ is_active, is_shadow }: FraudRule): string =>
  is_active ? (is_shadow ? 'shadow' : 'active') : 'inactive'

const RuleList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const may = useMay()
  const side = useSide()
  const [{ q, process, active }] = useAddress()
  const rules = useRead(
    side.list,
    {
      query: {
        search_term: q,
        process: process as Query['process'],
        is_active: active === undefined ? undefined : active === 'true',
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  const columns = useColumns(words)
  const processes = (['sanal_pos', 'para_transferi', 'fatura_odeme'] as const).map(
    (value) => [value, words[value]] as const,
  )
  return (
    <Page
      title={words.title}
      actions={
        may(side.create) && (
          <To to="/rules/new" className="button primary">
            <Icon name="plus" />
            {words.newRule}
          </To>
        )
      }
    >
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          { name: 'process', label: words.process, options: processes },
          {
            name: 'active',
            label: common.status,
            options: [
              ['true', words.onlyActive],
              ['false', words.onlyInactive],
            ],
          },
        ]}
      />
      <List of={rules} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/rules/${id}`}
            noteOf={(row) => <>{describeCondition(row.expression_json)}</>}
          />
        )}
      </List>
    </Page>
  )
}

const useColumns = (words: Words): Column<FraudRule>[] => {
  const locale = useLocale()
  const record = useTexts(RECORD)
  return [
    { head: words.name, cell: (row) => <GivenName of={row.name} /> },
    {
      head: words.code,
      cell: (row) => (
        <>
          <code>{row.code}</code>
          {row.scope === 'global' && <span className="quiet small block">{words.ofPlatform}</span>}
        </>
      ),
    },
    { head: words.process, cell: (row) => words[row.process] },
    {
      head: words.condition,
      cell: (row) => <code className="small">{describeCondition(row.expression_json)}</code>,
    },
    { head: words.priority, isFigure: true, cell: (row) => row.priority.toLocaleString(locale) },
    { head: words.action, isKept: true, cell: (row) => <Status value={row.action} /> },
    { head: record.changedBy, cell: (row) => row.scope === 'tenant' && <LastEdit id={row.id} /> },
    { head: words.state, cell: (row) => <Status value={toRuleState(row)} /> },
  ]
}

export default RuleList
