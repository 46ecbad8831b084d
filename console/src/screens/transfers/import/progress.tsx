/** After the check: what would be created, the progress, and the result of each line. */
import type { ReactNode } from 'react'
import { amountText } from '../../../format/money.ts'
import { FormProblem } from '../../../parts/form.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { To } from '../../../parts/link.tsx'
import { Card, Facts } from '../../../parts/page.tsx'
import { Table } from '../../../parts/table.tsx'
import { Amount } from '../../../parts/values.tsx'
import { useTexts } from '../../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../../texts/language.ts'
import { HEADINGS } from './columns.ts'
import { download } from './csv-file.ts'
import { useFaultTexts } from './faults.tsx'
import type { ImportLine } from './lines.ts'
import type { Outcome } from './pieces.ts'
import { TEXTS } from './texts.ts'
import { type Import, type ImportState, openLines } from './use-import.ts'

const SHOWN_MAX = 5

export const Checked = ({ of: { state, send, reset } }: { of: Import }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const lines = openLines(state)
  return (
    <Card title={words.checkedTitle} className="wide-column">
      <p className="quiet">{words.checkedHint}</p>
      <Facts
        rows={[
          [words.count, lines.length.toLocaleString(locale)],
          [words.total, totalsOf(lines, locale)],
          [words.ignored, state.ignored.join(', ')],
        ]}
      />
      {state.existing.size > 0 && (
        <p className="notice waits">
          {lines.length === 0 ? words.nothingLeft : words.existing(state.existing.size.toLocaleString(locale))}
        </p>
      )}
      {lines.length > 0 && <Lines rows={lines.slice(0, SHOWN_MAX)} />}
      <div className="form-end spaced">
        <button type="button" className="button" onClick={reset}>
          {words.another}
        </button>
        {lines.length > 0 && (
          <button type="button" className="button primary" onClick={send}>
            {words.make(lines.length.toLocaleString(locale))}
          </button>
        )}
      </div>
    </Card>
  )
}

const totalsOf = (lines: readonly ImportLine[], locale: string): string => {
  const sums = new Map<string, number>()
  for (const { item } of lines)
    sums.set(item.amount.currency_code, (sums.get(item.amount.currency_code) ?? 0) + item.amount.value)
  return [...sums].map(([currency, minor]) => `${amountText(minor, currency, locale)} ${currency}`).join(' · ')
}

const Lines = ({ rows }: { rows: readonly ImportLine[] }): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const locale = useLocale()
  return (
    <Table
      caption={words.firstLines}
      columns={[
        { head: HEADINGS.holder_name[language], cell: ({ item }) => item.recipient.holder_name },
        {
          head: HEADINGS.amount[language],
          isFigure: true,
          isKept: true,
          cell: ({ item }) => <Amount minor={item.amount.value} currency={item.amount.currency_code} isAligned />,
        },
        { head: HEADINGS.iban[language], cell: ({ item }) => item.recipient.iban ?? item.recipient.account_number },
        { head: HEADINGS.external_id[language], cell: ({ item }) => item.external_id },
        { head: words.line, isFigure: true, cell: ({ line }) => line.toLocaleString(locale) },
      ]}
      rows={rows}
      keyOf={({ line }) => String(line)}
      noteOf={({ item }) => item.recipient.iban ?? item.recipient.account_number}
    />
  )
}

const countOf = ({ outcomes }: ImportState, state: Outcome['state']): number =>
  [...outcomes.values()].filter((each) => each.state === state).length

export const Progress = ({ of: { state, send, reset } }: { of: Import }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const all = state.lines.length - state.existing.size
  const count = (of: Outcome['state']): string => countOf(state, of).toLocaleString(locale)
  const held = countOf(state, 'held')
  return (
    <Card title={words.progress} className="wide-column">
      <progress aria-label={words.progress} max={all} value={state.outcomes.size} />
      <p role="status">
        {state.at === 'done'
          ? words.done(count('made'))
          : words.progressOf(state.outcomes.size.toLocaleString(locale), all.toLocaleString(locale))}{' '}
        {state.at === 'sending' && words.stay}
      </p>
      {state.at === 'stopped' && (
        <>
          <FormProblem error={state.error} />
          <p>{words.stopped}</p>
        </>
      )}
      {countOf(state, 'refused') > 0 && <Refused of={state} />}
      {held > 0 && <p className="notice waits">{words.heldSome(count('held'))}</p>}
      <div className="form-end spaced">
        {state.at !== 'sending' && <SaveResult of={state} />}
        {state.at === 'done' && (
          <button type="button" className="button" onClick={reset}>
            {words.another}
          </button>
        )}
        {state.at === 'stopped' && (
          <button type="button" className="button primary" onClick={send}>
            {words.goOn}
          </button>
        )}
        {state.at === 'done' && held > 0 && (
          <button type="button" className="button primary" onClick={send}>
            {words.sendHeld}
          </button>
        )}
        {state.at === 'done' && held === 0 && (
          <To to="/transfers" search={{ status: 'pending' }} className="button primary">
            {words.toList}
          </To>
        )}
      </div>
    </Card>
  )
}

const Refused = ({ of }: { of: ImportState }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const textsOf = useFaultTexts()
  const faults = [...of.outcomes.values()].flatMap((each) => (each.state === 'refused' ? each.faults : []))
  return (
    <div className="notice bad" role="alert">
      <Icon name="warn" />
      <span>
        {words.refusedSome(countOf(of, 'refused').toLocaleString(locale))}
        {faults.slice(0, SHOWN_MAX).map((fault) => (
          <span key={`${fault.line} ${fault.field}`} className="block small">
            {words.line} {fault.line.toLocaleString(locale)} · {textsOf(fault).column}: {fault.message}
          </span>
        ))}
      </span>
    </div>
  )
}

const SaveResult = ({ of }: { of: ImportState }): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const locale = useLocale()
  const textsOf = useFaultTexts()
  const rowOf = ({ line, item }: ImportLine): string[] => {
    const outcome = of.outcomes.get(line)
    const why =
      outcome?.state === 'refused' ? outcome.faults.map((each) => `${textsOf(each).column}: ${each.message}`) : []
    return [
      String(line),
      item.recipient.holder_name ?? '',
      amountText(item.amount.value, item.amount.currency_code, locale),
      item.external_id ?? '',
      of.existing.has(line) ? words.existsState : words[`${outcome?.state ?? 'open'}State` as const],
      outcome?.state === 'made' ? outcome.id : why.join(' '),
    ]
  }
  const save = (): void =>
    download(words.resultName, [
      [
        words.line,
        HEADINGS.holder_name[language],
        HEADINGS.amount[language],
        HEADINGS.external_id[language],
        words.state,
        words.transferId,
      ],
      ...of.lines.map(rowOf),
    ])
  return (
    <button type="button" className="button" onClick={save}>
      <Icon name="download" />
      {words.saveResult}
    </button>
  )
}
