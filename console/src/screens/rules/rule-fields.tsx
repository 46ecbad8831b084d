/** The fields of a rule besides its expression. */
import type { ReactNode } from 'react'
import type { FraudAction, FraudRule } from '../../../../sdk/src/generated/fraud.ts'
import { CheckField } from '../../parts/check-field.tsx'
import { Field } from '../../parts/form.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import type { Values } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { TEXTS } from './texts.ts'

export const ACTIONS: readonly FraudAction[] = ['approve', 'challenge', 'review', 'block']
export const FIELDS = ['name', 'code', 'description', 'priority', 'action'] as const

export const RuleFields = ({ of }: { of?: FraudRule }): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  return (
    <>
      <Field name="name" label={words.name} value={of?.name ?? ''} isRequired maxLength={200} />
      <Field name="description" label={words.description} value={of?.description ?? ''} maxLength={1000} isLong />
      <PickField
        name="action"
        label={words.action}
        options={ACTIONS.map((value) => [value, STATES[value]?.[language] ?? value])}
        value={of?.action ?? 'review'}
      />
      <Field
        name="priority"
        label={words.priority}
        value={String(of?.priority ?? 100)}
        inputMode="numeric"
        isRequired
        maxLength={5}
      />
      <CheckField name="is_shadow" label={words.shadow} value={of?.is_shadow ?? true} />
    </>
  )
}

export const toFields = (values: Values) => ({
  name: values.name ?? '',
  description: values.description ?? '',
  action: values.action as FraudAction,
  priority: Number(values.priority),
  is_shadow: values.is_shadow === 'on',
})
