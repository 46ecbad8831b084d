/** Why the second request with a key is a different one: who holds the key, and both bodies field by field. */
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { getTraceByCorrelationId } from '../../generated/operations.ts'
import { Field, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { laidOutJson } from '../../parts/text-block.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { type Compared, compare, isDifferent } from './compare.ts'
import { KeyHolders } from './key-holders.tsx'
import { TEXTS } from './texts.ts'

const Idempotency = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const compared = first.trim() === '' || second.trim() === '' ? undefined : compare(first, second)
  return (
    <Page title={words.keyTitle} hint={words.keyHint}>
      <div className="stack">
        <KeyHolders onTake={(body) => setFirst(laidOutJson(body))} />
        <div className="beside">
          <Body title={words.first} text={first} change={setFirst} />
          <Body title={words.second} text={second} change={setSecond} />
        </div>
        <Card>
          <div aria-live="polite">
            {compared === undefined ? (
              <p className="quiet">{words.needBoth}</p>
            ) : compared === null ? (
              <p className="fault">{words.noJson}</p>
            ) : (
              <Findings of={compared} />
            )}
          </div>
          <p className="quiet small">{words.rules}</p>
        </Card>
      </div>
    </Page>
  )
}

const Body = ({ title, text, change }: { title: string; text: string; change: (text: string) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const load = async (correlationId: string): Promise<void> => {
    setBusy(true)
    setError(null)
    setMissing(false)
    try {
      const trace = await call(getTraceByCorrelationId, { path: { correlationId } })
      const body = trace.data.events.find(
        (event) => event.source === 'PaymentRequest' && event.requestBody,
      )?.requestBody
      if (body) change(laidOutJson(body))
      setMissing(!body)
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return (
    <Card title={title}>
      <div className="stack">
        <div className="one-line">
          <WriteForm
            error={error}
            isBusy={isBusy}
            fields={['correlation_id']}
            submit={words.take}
            onSubmit={({ correlation_id: id = '' }) => void load(id.trim())}
          >
            <Field name="correlation_id" label={words.loadHint} isRequired maxLength={64} autoComplete="off" />
          </WriteForm>
        </div>
        {isMissing && <p className="fault">{words.notThere}</p>}
        <label className="field code-field">
          <span className="label">{words.bodyOf}</span>
          <textarea
            value={text}
            onChange={(event) => change(event.target.value)}
            rows={12}
            spellCheck={false}
            autoComplete="off"
          />
        </label>
      </div>
    </Card>
  )
}

const Findings = ({ of }: { of: readonly Compared[] }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const [isShort, setShort] = useState(false)
  const different = of.filter(isDifferent)
  return (
    <div className="stack">
      <div className={different.length === 0 ? 'notice done' : 'notice bad'}>
        <Icon name={different.length === 0 ? 'approve' : 'warn'} />
        <span>{different.length === 0 ? words.same : words.different(different.length.toLocaleString(locale))}</span>
      </div>
      <label className="check-field">
        <input type="checkbox" checked={isShort} onChange={(event) => setShort(event.target.checked)} />
        {words.onlyDifferent}
      </label>
      <Table
        caption={words.keyTitle}
        rows={isShort ? different : of}
        keyOf={({ path }) => path}
        noteOf={(row) => (
          <span className="digest">
            {row.first} → {row.second}
          </span>
        )}
        isNew={isDifferent}
        columns={[
          { head: words.field, cell: ({ path }) => <code>{path}</code> },
          { head: words.first, cell: (row) => <span className="digest">{row.first}</span> },
          { head: words.second, cell: (row) => <span className="digest">{row.second}</span> },
          {
            head: words.verdict,
            isKept: true,
            cell: (row) => <span className={isDifferent(row) ? 'fault' : 'quiet'}>{words[row.verdict]}</span>,
          },
        ]}
      />
    </div>
  )
}

export default Idempotency
