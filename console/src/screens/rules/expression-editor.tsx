/** An expression as a form and as JSON side by side; either side updates the other. */
import { type ReactNode, useId } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Card } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import {
  type Condition,
  type Conditions,
  NAMES,
  readJson,
  SIGNS,
  type Sign,
  toConditions,
  toExpression,
} from './condition.ts'
import { TEXTS } from './texts.ts'

interface EditorProps {
  readonly text: string
  readonly change: (text: string) => void
}

export const ExpressionEditor = ({ text, change }: EditorProps): ReactNode => {
  const words = useTexts(TEXTS)
  const conditions = toConditions(text)
  const isJson = readJson(text) !== undefined
  return (
    <div className="beside">
      <Card title={words.form}>
        {conditions === null ? (
          <p className="quiet">{isJson ? words.tooRich : words.noJson}</p>
        ) : (
          <ConditionForm of={conditions} change={(next) => change(toExpression(next))} />
        )}
      </Card>
      <Card title={words.json}>
        <div className="field code-field">
          <textarea
            name="expression_json"
            aria-label={words.json}
            value={text}
            onChange={(event) => change(event.target.value)}
            spellCheck={false}
            autoComplete="off"
            maxLength={8192}
            rows={12}
          />
        </div>
      </Card>
    </div>
  )
}

const ConditionForm = ({ of, change }: { of: Conditions; change: (next: Conditions) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const list = useId()
  const put = (at: number, changes: Partial<Condition>): void =>
    change({ ...of, all: of.all.map((each, place) => (place === at ? { ...each, ...changes } : each)) })
  return (
    <div className="stack">
      {of.all.length > 1 && (
        <label className="field">
          <span className="label">{words.join}</span>
          <select
            value={of.join}
            onChange={(event) => change({ ...of, join: event.target.value === 'or' ? 'or' : 'and' })}
          >
            <option value="and">{words.joinAnd}</option>
            <option value="or">{words.joinOr}</option>
          </select>
        </label>
      )}
      <div>
        {of.all.map((each, at) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but its place
            key={at}
            of={each}
            place={at + 1}
            list={list}
            change={(changes) => put(at, changes)}
            {...(of.all.length > 1
              ? { remove: () => change({ ...of, all: of.all.filter((_, place) => place !== at) }) }
              : {})}
          />
        ))}
      </div>
      <datalist id={list}>
        {NAMES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <span>
        <button
          type="button"
          className="button"
          onClick={() => change({ ...of, all: [...of.all, { name: 'amount_minor', sign: '>', value: '0' }] })}
        >
          <Icon name="plus" />
          {words.more}
        </button>
      </span>
    </div>
  )
}

interface RowProps {
  readonly of: Condition
  readonly place: number
  readonly list: string
  readonly change: (changes: Partial<Condition>) => void
  readonly remove?: () => void
}

const ConditionRow = ({ of, place, list, change, remove }: RowProps): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return (
    <div className="condition">
      <label className="field">
        <span className="label">{words.what}</span>
        <input
          value={of.name}
          list={list}
          onChange={(event) => change({ name: event.target.value })}
          spellCheck={false}
          autoComplete="off"
        />
      </label>
      <label className="field">
        <span className="label">{words.sign}</span>
        <select value={of.sign} onChange={(event) => change({ sign: event.target.value as Sign })}>
          {SIGNS.map((sign) => (
            <option key={sign} value={sign}>
              {sign === 'in' ? words.isIn : SHOWN[sign]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="label">{words.value}</span>
        <input
          value={of.value}
          onChange={(event) => change({ value: event.target.value })}
          spellCheck={false}
          autoComplete="off"
        />
      </label>
      {remove && (
        <button
          type="button"
          className="icon-button"
          onClick={remove}
          aria-label={words.without(place.toLocaleString(locale))}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

const SHOWN = { '==': '=', '!=': '≠', '>': '>', '>=': '≥', '<': '<', '<=': '≤' } as const
