/** Creates and changes a rule of either kind. */
import type { ReactNode } from 'react'
import type { RoutingRule, SimpleRoutingRule } from '../../../../sdk/src/generated/cards.ts'
import {
  getRoutingRulesById,
  getSimpleRoutingRulesById,
  postRoutingRules,
  postSimpleRoutingRules,
  putRoutingRulesById,
  putSimpleRoutingRulesById,
} from '../../generated/operations.ts'
import { buildBody, listNames, Members } from '../../parts/record/members.tsx'
import { Fresh, RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { type SimpleTyped, useRuleMembers, useSimpleMembers } from './rule-members.ts'
import { TEXTS } from './texts.ts'

export const RuleDialog = ({ isSimple, onClose }: { isSimple: boolean; onClose: () => void }): ReactNode =>
  isSimple ? <SimpleRuleDialog onClose={onClose} /> : <FullRuleDialog onClose={onClose} />

export const FullRuleDialog = ({ of, onClose }: { of?: RoutingRule; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const members = useRuleMembers()
  if (of === undefined)
    return (
      <RecordDialog
        operation={postRoutingRules}
        title={words.add}
        members={members}
        of={{ is_active: true, min_amount: 0 }}
        onClose={onClose}
      />
    )
  return (
    <RecordDialog
      operation={putRoutingRulesById}
      reads={getRoutingRulesById}
      path={{ id: of.id }}
      title={words.change}
      members={members}
      of={{ ...of }}
      keeps={{ extra_properties_dict: of.extra_properties_dict }}
      onClose={onClose}
    />
  )
}

export const SimpleRuleDialog = ({ of, onClose }: { of?: SimpleRoutingRule; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  return of === undefined ? (
    <SimpleRuleForm onClose={onClose} />
  ) : (
    <Fresh reads={getSimpleRoutingRulesById} path={{ id: of.id }} title={words.change} onClose={onClose}>
      {(fresh) => <SimpleRuleForm of={fresh} onClose={onClose} />}
    </Fresh>
  )
}

const SimpleRuleForm = ({ of, onClose }: { of?: SimpleRoutingRule; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const members = useSimpleMembers()
  const bodyTyped = (values: Readonly<Record<string, string>>) => {
    const { has_installment: has, ...rest } = buildBody<SimpleTyped>(members, values, locale)
    return {
      ...rest,
      ...(of && { extra_properties_dict: of.extra_properties_dict }),
      ...(has === undefined ? {} : { has_installment: has === 'true' }),
    }
  }
  const shared = { submit: record.save, fields: listNames(members), said: record.saved, onClose }
  const fields = <Members members={members} of={of === undefined ? { is_active: true } : { ...of }} />
  if (of === undefined)
    return (
      <WriteDialog
        {...shared}
        operation={postSimpleRoutingRules}
        inputOf={(values) => ({ body: bodyTyped(values) })}
        title={words.add}
      >
        {fields}
      </WriteDialog>
    )
  return (
    <WriteDialog
      {...shared}
      operation={putSimpleRoutingRulesById}
      basis={of}
      inputOf={(values) => ({ path: { id: of.id }, body: bodyTyped(values) })}
      title={words.change}
    >
      {fields}
    </WriteDialog>
  )
}
