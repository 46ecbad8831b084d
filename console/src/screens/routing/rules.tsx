/**
 * Both kinds of rules: scored ones (weights, success rates, costs), and simple ones by card, amount and installments.
 */
import type { UseQueryResult } from '@tanstack/react-query'
import { type FunctionComponent, type ReactNode, useState } from 'react'
import { useRead } from '../../api/data.ts'
import {
  deleteRoutingRulesById,
  deleteSimpleRoutingRulesById,
  getRoutingRules,
  getSimpleRoutingRules,
  postRoutingRulesByIdActivate,
  postRoutingRulesByIdDeactivate,
  postSimpleRoutingRulesByIdActivate,
  postSimpleRoutingRulesByIdDeactivate,
  putRoutingRulesById,
  putSimpleRoutingRulesById,
} from '../../generated/operations.ts'
import { List, PAGE_SIZE, type Paged, usePage } from '../../parts/list.tsx'
import { RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { type AnyRule, type RuleDeed, type RuleOperations, SwitchDialog, useRuleColumns } from './rule-columns.tsx'
import { FullRuleDialog, SimpleRuleDialog } from './rule-dialog.tsx'
import { TEXTS } from './texts.ts'

export const Rules = (): ReactNode => (
  <RuleList
    rules={useRead(getRoutingRules, useAsked(), { keepsRows: true })}
    operations={{
      edit: putRoutingRulesById,
      activate: postRoutingRulesByIdActivate,
      deactivate: postRoutingRulesByIdDeactivate,
      remove: deleteRoutingRulesById,
    }}
    EditDialog={FullRuleDialog}
  />
)

export const SimpleRules = (): ReactNode => (
  <RuleList
    rules={useRead(getSimpleRoutingRules, useAsked(), { keepsRows: true })}
    operations={{
      edit: putSimpleRoutingRulesById,
      activate: postSimpleRoutingRulesByIdActivate,
      deactivate: postSimpleRoutingRulesByIdDeactivate,
      remove: deleteSimpleRoutingRulesById,
    }}
    EditDialog={SimpleRuleDialog}
  />
)

const useAsked = () => ({ query: { include_inactive: true, page: usePage(), page_size: PAGE_SIZE } })

interface RuleListProps<R extends AnyRule> {
  readonly rules: UseQueryResult<Paged<R>, Error>
  readonly operations: RuleOperations
  readonly EditDialog: FunctionComponent<{ of: R; onClose: () => void }>
}

const RuleList = <R extends AnyRule>({ rules, operations, EditDialog }: RuleListProps<R>): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<RuleDeed<R> | null>(null)
  const columns = useRuleColumns<R>(operations, setDeed)
  const close = (): void => setDeed(null)
  return (
    <>
      <List of={rules} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => <Table caption={words.caption} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {deed?.kind === 'edit' && <EditDialog of={deed.rule} onClose={close} />}
      {deed?.kind === 'switch' && (
        <SwitchDialog
          operation={deed.rule.is_active ? operations.deactivate : operations.activate}
          rule={deed.rule}
          onClose={close}
        />
      )}
      {deed?.kind === 'remove' && (
        <RemoveDialog
          operation={operations.remove}
          input={{ path: { id: deed.rule.id } }}
          name={deed.rule.name ?? deed.rule.id}
          hint={words.switchHint}
          onClose={close}
        />
      )}
    </>
  )
}
