/** A rule for people who may not change it. */
import type { ReactNode } from 'react'
import type { FraudRule } from '../../../../sdk/src/generated/fraud.ts'
import { Card, Facts } from '../../parts/page.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { LastEdit, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { describeCondition } from './condition.ts'
import { TEXTS } from './texts.ts'

export const RuleFacts = ({ rule }: { rule: FraudRule }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  return (
    <Card title={words.facts}>
      {rule.scope === 'global' && <p className="quiet">{words.globalHint}</p>}
      <Facts
        rows={[
          [words.process, words[rule.process]],
          [words.condition, <code key="c">{describeCondition(rule.expression_json)}</code>],
          [words.action, <Status key="a" value={rule.action} />],
          [words.priority, rule.priority.toLocaleString(locale)],
          [words.description, rule.description],
          [words.lastChanged, <Time key="t" at={rule.last_modified} />],
          [record.changedBy, rule.scope === 'tenant' && <LastEdit key="b" id={rule.id} />],
        ]}
      />
    </Card>
  )
}
