/** Rules with figures: what they weigh, how often they succeeded, what they cost. */
import { type ReactNode, useState } from 'react'
import type { RoutingRule } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteRoutingRulesById,
  getRoutingRules,
  postRoutingRulesByIdActivate,
  postRoutingRulesByIdDeactivate,
  putRoutingRulesById,
} from '../../generated/operations.ts'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { type RuleDeed, SwitchDialog, useRuleColumns } from './rule-columns.tsx'
import { FullRuleDialog } from './rule-dialog.tsx'
import { TEXTS } from './texts.ts'

export const Rules = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<RuleDeed<RoutingRule> | null>(null)
  const columns = useRuleColumns<RoutingRule>(
    {
      edit: putRoutingRulesById,
      activate: postRoutingRulesByIdActivate,
      deactivate: postRoutingRulesByIdDeactivate,
      remove: deleteRoutingRulesById,
    },
    setDeed,
  )
  const rules = useRead(
    getRoutingRules,
    { query: { include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const close = (): void => setDeed(null)
  return (
    <>
      <List of={rules} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => <Table caption={words.caption} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {deed?.kind === 'edit' && <FullRuleDialog of={deed.rule} onClose={close} />}
      {deed?.kind === 'switch' && (
        <SwitchDialog
          operation={deed.rule.is_active ? postRoutingRulesByIdDeactivate : postRoutingRulesByIdActivate}
          rule={deed.rule}
          onClose={close}
        />
      )}
      {deed?.kind === 'remove' && (
        <RemoveDialog
          operation={deleteRoutingRulesById}
          input={{ path: { id: deed.rule.id } }}
          name={deed.rule.name ?? deed.rule.id}
          hint={words.switchHint}
          onClose={close}
        />
      )}
    </>
  )
}
