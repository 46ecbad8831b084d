/** Plans: what an organization may do, and how much of it. */
import { type ReactNode, useState } from 'react'
import type { FeatureCode, Plan, WritePlan } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deletePlatformPlansById,
  getPlatformPlans,
  postPlatformPlans,
  putPlatformPlansById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Deed = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly plan: Plan }
const FEATURES = [
  'card_payments',
  'recurring',
  'checkout',
  'transfers',
  'fraud',
  'reconciliation',
] as const satisfies readonly FeatureCode[]

const Plans = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(setDeed)
  const plans = useRead(
    getPlatformPlans,
    { query: { include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.plans}
      hint={words.plansHint}
      actions={
        <Action operation={postPlatformPlans} onPress={() => setDeed({ kind: 'new' })} kind="primary">
          <Icon name="plus" />
          {words.addPlan}
        </Action>
      }
    >
      <List of={plans} empty={{ title: words.noPlans }}>
        {(rows) => (
          <Table
            caption={words.plansCaption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={({ code }) => code}
          />
        )}
      </List>
      {deed !== null && <DeedDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const useColumns = (onDeed: (deed: Deed) => void): Column<Plan>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const count = (value: number): string => value.toLocaleString(locale)
  const limit = (value: number): string => (value === 0 ? words.noLimit : count(value))
  return [
    {
      head: record.name,
      cell: (plan) => (
        <>
          <strong>{plan.name}</strong>
          {plan.is_default && <span className="block small quiet">{words.isDefault}</span>}
        </>
      ),
    },
    { head: words.daily, isFigure: true, cell: (plan) => limit(plan.daily_transaction_limit) },
    { head: words.monthly, isFigure: true, cell: (plan) => limit(plan.monthly_transaction_limit) },
    { head: words.perSecond, isFigure: true, cell: (plan) => count(plan.rate_limit_per_second) },
    { head: words.features, cell: (plan) => plan.features.map(({ code }) => words[code]).join(', ') },
    { head: common.status, cell: (plan) => <Status value={plan.is_active ? 'active' : 'inactive'} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (plan) => (
        <RowMenu
          of={plan.name}
          deeds={[
            { operation: putPlatformPlansById, text: record.edit, onPress: () => onDeed({ kind: 'edit', plan }) },
            {
              operation: deletePlatformPlansById,
              text: record.remove,
              onPress: () => onDeed({ kind: 'remove', plan }),
            },
          ]}
        />
      ),
    },
  ]
}

const useMembers = (): readonly Member<WritePlan>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const count = (name: keyof WritePlan, label: string, isRequired = false): Member<WritePlan> => ({
    name,
    label,
    kind: 'count',
    isRequired,
  })
  return [
    { name: 'name', label: record.name, isRequired: true, maxLength: 100 },
    { name: 'code', label: record.code, isRequired: true, maxLength: 50 },
    { name: 'description', label: record.description, kind: 'long', maxLength: 500 },
    { ...count('daily_transaction_limit', words.daily, true), hint: words.noLimitHint },
    { ...count('monthly_transaction_limit', words.monthly, true), hint: words.noLimitHint },
    count('rate_limit_per_second', words.perSecond, true),
    count('burst', words.burst),
    count('session_idle_minutes', words.idle),
    count('session_max_minutes', words.sessionMax),
    count('sort_order', words.order),
    {
      name: 'feature_codes',
      label: words.features,
      kind: 'many',
      options: FEATURES.map((each) => [each, words[each]]),
    },
    { name: 'is_default', label: words.isDefault, kind: 'yes' },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}

const DeedDialog = ({ deed, onClose }: { deed: Deed; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const members = useMembers()
  if (deed.kind === 'new')
    return (
      <RecordDialog
        operation={postPlatformPlans}
        title={words.addPlan}
        members={members}
        of={{ is_active: true }}
        onClose={onClose}
      />
    )
  const { plan } = deed
  if (deed.kind === 'edit')
    return (
      <RecordDialog
        operation={putPlatformPlansById}
        path={{ id: plan.id }}
        title={words.editPlan}
        members={members}
        of={{ ...plan, feature_codes: plan.features.map(({ code }) => code) }}
        onClose={onClose}
      />
    )
  return (
    <RemoveDialog
      operation={deletePlatformPlansById}
      input={{ path: { id: plan.id } }}
      name={plan.name}
      onClose={onClose}
    />
  )
}

export default Plans
