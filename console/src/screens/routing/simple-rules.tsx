/** Simple rules: by card, amount and installments. */
import { type ReactNode, useState } from 'react'
import type { SimpleRoutingRule } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteSimpleRoutingRulesById,
  getSimpleRoutingRules,
  postSimpleRoutingRulesByIdActivate,
  postSimpleRoutingRulesByIdDeactivate,
  putSimpleRoutingRulesById,
} from '../../generated/operations.ts'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { type RuleDeed, SwitchDialog, useRuleColumns } from './rule-columns.tsx'
import { SimpleRuleDialog } from './rule-dialog.tsx'
import { TEXTS } from './texts.ts'

export const SimpleRules = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<RuleDeed<SimpleRoutingRule> | null>(null)
  const columns = useRuleColumns<SimpleRoutingRule>(
    {
      edit: putSimpleRoutingRulesById,
      activate: postSimpleRoutingRulesByIdActivate,
      deactivate: postSimpleRoutingRulesByIdDeactivate,
      remove: deleteSimpleRoutingRulesById,
    },
    setDeed,
  )
  const rules = useRead(
    getSimpleRoutingRules,
    { query: { include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const close = (): void => setDeed(null)
  return (
    <>
      <List of={rules} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => <Table caption={words.caption} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {deed?.kind === 'edit' && <SimpleRuleDialog of={deed.rule} onClose={close} />}
      {deed?.kind === 'switch' && (
        <SwitchDialog
          operation={deed.rule.is_active ? postSimpleRoutingRulesByIdDeactivate : postSimpleRoutingRulesByIdActivate}
          rule={deed.rule}
          onClose={close}
        />
      )}
      {deed?.kind === 'remove' && (
        <RemoveDialog
          operation={deleteSimpleRoutingRulesById}
          input={{ path: { id: deed.rule.id } }}
          name={deed.rule.name ?? deed.rule.id}
          hint={words.switchHint}
          onClose={close}
        />
      )}
    </>
  )
}
