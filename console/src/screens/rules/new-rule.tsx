/** A new rule, in shadow mode unless the person chooses otherwise. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FraudProcess, FraudRuleType } from '../../../../sdk/src/generated/fraud.ts'
import { useWrite } from '../../api/data.ts'
import { announceDone } from '../../parts/announce.tsx'
import { CheckField } from '../../parts/check-field.tsx'
import { Field, useOnDone, WriteForm } from '../../parts/form.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import type { Values } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { ExpressionEditor } from './expression-editor.tsx'
import { FIELDS, RuleFields, toFields } from './rule-fields.tsx'
import { useSide } from './side.ts'
import { TEXTS } from './texts.ts'

const FIRST = JSON.stringify({ '>': [{ var: 'amount_minor' }, 500_000] }, null, 2)
const TYPES: readonly FraudRuleType[] = ['velocity', 'amount_threshold', 'geo', 'blacklist', 'custom']
const PROCESSES: readonly FraudProcess[] = ['sanal_pos', 'para_transferi', 'fatura_odeme']

const NewRule = (): ReactNode => {
  const words = useTexts(TEXTS)
  const side = useSide()
  const navigate = useNavigate()
  const [text, setText] = useState(FIRST)
  const write = useWrite(side.create)
  useOnDone(write.isSuccess, () => {
    announceDone(words.saved)
    if (write.data !== undefined) void navigate({ to: `/rules/${write.data.id}` } as never)
  })
  const send = (values: Values): void =>
    write.mutate({
      body: {
        ...(side.isPlatform ? { scope: 'global' as const } : {}),
        ...toFields(values),
        process: values.process as FraudProcess,
        code: values.code ?? '',
        type: values.type as FraudRuleType,
        expression_json: text,
        is_active: values.is_active === 'on',
      },
    })
  return (
    <Page title={words.newRule} back={{ to: '/rules', text: words.back }}>
      <WriteForm error={write.error} isBusy={write.isPending} fields={FIELDS} submit={words.create} onSubmit={send}>
        <ExpressionEditor text={text} change={setText} />
        <Card title={words.rule}>
          <div className="field-grid">
            <PickField name="process" label={words.process} options={PROCESSES.map((each) => [each, words[each]])} />
            <Field name="code" label={words.code} isRequired maxLength={50} autoComplete="off" />
            <PickField
              name="type"
              label={words.type}
              options={TYPES.map((each) => [each, words[each]])}
              value="amount_threshold"
            />
            <RuleFields />
            <CheckField name="is_active" label={words.active} hint={words.activeHint} value />
            <p className="hint">{words.saveFirst}</p>
          </div>
        </Card>
      </WriteForm>
    </Page>
  )
}

export default NewRule
