/** Terms of merchants: agreed, confirmed by a second person if required, never changed. */
import { type ReactNode, useState } from 'react'
import type { CreateMerchantTerms, MerchantTerms } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import {
  getSettlementsTerms,
  postSettlementsTerms,
  postSettlementsTermsByIdConfirm,
  postSettlementsTermsByIdReject,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { CalendarDay } from '../../parts/record/calendar-day.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Status } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { useConfigurationOptions } from '../connectors/configuration-options.ts'
import { NewTerms } from './new-terms.tsx'
import { TEXTS } from './texts.ts'

type State = MerchantTerms['status']
type Deed = { readonly kind: 'new' } | { readonly kind: 'confirm' | 'reject'; readonly terms: MerchantTerms }
const STATUSES: readonly State[] = ['pending', 'effective', 'rejected']

const TermsList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const [{ status, merchant }] = useAddress()
  const [deed, setDeed] = useState<Deed | null>(null)
  const merchants = useMerchantOptions()
  const columns = useColumns(setDeed)
  const terms = useRead(
    getSettlementsTerms,
    { query: { status: status as State, merchant_id: merchant, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.terms}
      hint={words.termsHint}
      actions={
        <Action operation={postSettlementsTerms} onPress={() => setDeed({ kind: 'new' })} kind="primary">
          <Icon name="plus" />
          {words.newTerms}
        </Action>
      }
    >
      <Filters
        choices={[
          {
            name: 'status',
            label: common.status,
            options: STATUSES.map((each) => [each, STATES[each]?.[language] ?? each]),
          },
          ...(merchants.length > 1 ? [{ name: 'merchant', label: common.merchant, options: merchants }] : []),
        ]}
      />
      <List of={terms} empty={{ title: words.noTerms, hint: words.noTermsHint }}>
        {(rows) => (
          <Table
            caption={words.termsCaption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => (
              <>
                <CalendarDay date={row.effective_from} /> <Status value={row.status} />
              </>
            )}
          />
        )}
      </List>
      {deed?.kind === 'new' && <NewTerms onClose={() => setDeed(null)} />}
      {deed !== null && deed.kind !== 'new' && <Decide {...deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const useColumns = (onDeed: (deed: Deed) => void): Column<MerchantTerms>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  const { person } = useMe()
  const rateOf = useRateText()
  const reachOf = useReachText()
  return [
    { head: words.reach, cell: (row) => <strong>{reachOf(row)}</strong> },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    { head: words.from, cell: (row) => <CalendarDay date={row.effective_from} /> },
    { head: words.rates, cell: (row) => row.rates.map(rateOf).join(', ') },
    { head: words.plan, cell: (row) => words[row.value_date_plan] },
    {
      head: record.actions,
      isKept: true,
      cell: (terms) =>
        terms.status === 'pending' && (
          <span className="row-actions">
            <RowAction
              operation={postSettlementsTermsByIdConfirm}
              text={record.confirm}
              of={reachOf(terms)}
              reason={terms.created_by === person.id ? record.ownChange : null}
              onPress={() => onDeed({ kind: 'confirm', terms })}
            />
            <RowAction
              operation={postSettlementsTermsByIdReject}
              text={record.reject}
              of={reachOf(terms)}
              onPress={() => onDeed({ kind: 'reject', terms })}
            />
          </span>
        ),
    },
  ]
}

const useReachText = (): ((terms: MerchantTerms) => string) => {
  const words = useTexts(TEXTS)
  const merchants = useMerchantOptions()
  const configurations = useConfigurationOptions()
  const nameIn = (options: typeof merchants, id: string | null): string | null =>
    id && (options.find(([value]) => value === id)?.[1] ?? id)
  return ({ merchant_id: merchant, connector_config_id: configuration, bank_code: bank }) =>
    [nameIn(merchants, merchant), nameIn(configurations, configuration), bank].filter(Boolean).join(' · ') ||
    words.everybody
}

const useRateText = (): ((rate: CreateMerchantTerms['rates'][number]) => string) => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const kinds = { Credit: words.credit, Debit: words.debit, Prepaid: words.prepaid }
  return ({ basis_points: points, card_type: type }) => {
    const share = (points / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
    return `${type ? kinds[type] : words.every} ${share}`
  }
}

const Decide = ({
  kind,
  terms,
  onClose,
}: {
  kind: 'confirm' | 'reject'
  terms: MerchantTerms
  onClose: () => void
}): ReactNode => {
  const words = useTexts(RECORD)
  const isYes = kind === 'confirm'
  const reach = useReachText()(terms)
  return (
    <WriteDialog
      operation={isYes ? postSettlementsTermsByIdConfirm : postSettlementsTermsByIdReject}
      inputOf={() => ({ path: { id: terms.id } })}
      title={`${isYes ? words.confirm : words.reject}: ${reach}`}
      submit={isYes ? words.confirm : words.reject}
      kind={isYes ? 'primary' : 'danger'}
      said={isYes ? words.confirmed : words.rejected}
      onClose={onClose}
    />
  )
}

export default TermsList
