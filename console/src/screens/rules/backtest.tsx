/** Tests a rule on past checks: the saved version, and the one in the form. */
import { type ReactNode, useState } from 'react'
import type { FraudAction, FraudRule, FraudRuleTest } from '../../../../sdk/src/generated/fraud.ts'
import { useWrite } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { postFraudRulesByIdTest } from '../../generated/operations.ts'
import { Field, FormProblem, WriteForm } from '../../parts/form.tsx'
import { Card, Facts } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Id, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { describeCondition } from './condition.ts'
import { TEXTS } from './texts.ts'

interface BacktestProps {
  readonly rule: FraudRule
  /** The text of the form. */
  readonly text: string
  readonly action: FraudAction
}

export const Backtest = ({ rule, text, action }: BacktestProps): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [tried, setTried] = useState(false)
  const before = useWrite(postFraudRulesByIdTest)
  const after = useWrite(postFraudRulesByIdTest)
  const isChanged = describeCondition(text) !== describeCondition(rule.expression_json) || action !== rule.action
  const run = (days: number): void => {
    setTried(isChanged)
    before.mutate({ path: { id: rule.id }, body: { days } })
    if (isChanged) after.mutate({ path: { id: rule.id }, body: { days, expression_json: text, action } })
  }
  if (!may(postFraudRulesByIdTest)) return null
  return (
    <Card title={words.tryTitle}>
      <div className="stack">
        <p className="quiet">{words.tryHint}</p>
        <div className="one-line">
          <WriteForm
            error={before.error}
            isBusy={before.isPending || after.isPending}
            fields={['days']}
            submit={words.tryIt}
            onSubmit={({ days }) => run(Number(days))}
          >
            <Field name="days" label={words.days} value="7" inputMode="numeric" isRequired maxLength={3} />
          </WriteForm>
        </div>
        {tried && <FormProblem error={after.error} />}
        <div className={tried ? 'beside' : 'stack'} aria-live="polite">
          {before.data && <Result title={words.before} of={before.data} />}
          {tried && after.data && <Result title={words.after} of={after.data} />}
        </div>
      </div>
    </Card>
  )
}

const Result = ({ title, of }: { title: string; of: FraudRuleTest }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const count = (value: number): string => value.toLocaleString(locale)
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      <Facts
        rows={[
          [words.checked, count(of.checked)],
          [words.matched, count(of.matched)],
          [words.left, of.not_recomputable > 0 ? count(of.not_recomputable) : null],
        ]}
      />
      {of.changed.length === 0 ? (
        <p className="quiet">{words.noneChanged}</p>
      ) : (
        <Table
          caption={words.changed}
          rows={of.changed}
          keyOf={({ from, to }) => `${from}-${to}`}
          columns={[
            { head: words.from, cell: ({ from }) => <Status value={from} /> },
            { head: words.to, isKept: true, cell: ({ to }) => <Status value={to} /> },
            { head: words.count, isFigure: true, isKept: true, cell: (row) => count(row.count) },
          ]}
        />
      )}
      {of.example_log_ids.length > 0 && (
        <details>
          <summary>{words.examples}</summary>
          <ul>
            {of.example_log_ids.map((id) => (
              <li key={id}>
                <Id value={id} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
