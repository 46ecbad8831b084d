/** Columns both kinds of rules share, and switching one on and off. */
import type { ReactNode } from 'react'
import type { RoutingRule, SimpleRoutingRule } from '../../../../sdk/src/generated/cards.ts'
import type { AnyOperation, Operation } from '../../api/operation.ts'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import type { Column } from '../../parts/table.tsx'
import { Status } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { useConditions } from './conditions.tsx'
import { TEXTS } from './texts.ts'

export type AnyRule = RoutingRule | SimpleRoutingRule

export interface RuleDeed<R> {
  readonly kind: 'edit' | 'switch' | 'remove'
  readonly rule: R
}

type OfOne = Operation<{ path: { id: string }; answer: undefined }>

export interface RuleOperations {
  readonly edit: AnyOperation
  readonly activate: OfOne
  readonly deactivate: OfOne
  readonly remove: OfOne
}

/** Columns of the payments a rule applies to, and of its target. */
export const useRuleAims = <R extends AnyRule>(): readonly [named: Column<R>, target: Column<R>] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const conditionsOf = useConditions()
  return [
    {
      head: record.name,
      cell: (rule) => (
        <>
          <strong>{rule.name}</strong>
          <span className="block small quiet">{conditionsOf(rule)}</span>
        </>
      ),
    },
    {
      head: words.target,
      cell: (rule) => (
        <>
          {rule.target_connector_config_name}
          {rule.fallback_connector_config_name && (
            <span className="block small quiet">
              {words.fallback} {rule.fallback_connector_config_name}
            </span>
          )}
        </>
      ),
    },
  ]
}

export const useRuleColumns = <R extends AnyRule>(
  operations: RuleOperations,
  onDeed: (deed: RuleDeed<R>) => void,
): Column<R>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const [named, target] = useRuleAims<R>()
  return [
    named,
    target,
    { head: words.priority, isFigure: true, cell: (rule) => rule.priority.toLocaleString(locale) },
    {
      head: words.score,
      isFigure: true,
      cell: (rule) =>
        'composite_score' in rule ? rule.composite_score.toLocaleString(locale, { maximumFractionDigits: 2 }) : null,
    },
    { head: common.status, cell: (rule) => <Status value={rule.is_active ? 'active' : 'inactive'} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (rule) => {
        const name = rule.name ?? rule.id
        return (
          <RowMenu
            of={name}
            deeds={[
              { operation: operations.edit, text: record.edit, onPress: () => onDeed({ kind: 'edit', rule }) },
              {
                operation: rule.is_active ? operations.deactivate : operations.activate,
                text: rule.is_active ? record.deactivate : record.activate,
                onPress: () => onDeed({ kind: 'switch', rule }),
              },
              { operation: operations.remove, text: record.remove, onPress: () => onDeed({ kind: 'remove', rule }) },
            ]}
          />
        )
      },
    },
  ]
}

export const SwitchDialog = ({
  operation,
  rule,
  onClose,
}: {
  operation: OfOne
  rule: AnyRule
  onClose: () => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const text = rule.is_active ? record.deactivate : record.activate
  return (
    <WriteDialog
      operation={operation}
      inputOf={() => ({ path: { id: rule.id } })}
      title={`${rule.name ?? rule.id}: ${text}`}
      hint={words.switchHint}
      submit={text}
      said={record.switched}
      onClose={onClose}
    />
  )
}
