/**
 * A run in progress: its responses, the bank's page if there is one, and the trace of the payment, reloaded every
 * second.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { findProblem } from '../../api/problem.ts'
import { getPaymentsByTransactionIdTrace, getTransactions, getTransactionsById } from '../../generated/operations.ts'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { TextBlock } from '../../parts/text-block.tsx'
import { Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TimeLine } from '../payments/time-line.tsx'
import { findPaymentId, type Run, type RunAnswer } from './run.ts'
import { TEXTS } from './texts.ts'

const LOOK_MS = 1_000
const WATCHED_MS = 120_000

export const Watch = ({ run }: { run: Run }): ReactNode => {
  const words = useTexts(TEXTS)
  const isOver = useIsOver()
  const page = run.answers.map(({ result }) => result?.extra_properties?.redirect_url).find(Boolean)
  return (
    <div className="columns">
      <div className="wide-column">
        <TraceOf id={usePaymentId(run)} isOver={isOver} />
      </div>
      <div>
        <Card title={words.result}>
          <div className="stack" aria-live="polite">
            {page !== undefined && (
              <div>
                <a className="button primary" href={page} target="_blank" rel="noreferrer">
                  <Icon name="out" />
                  {words.page}
                </a>
                <p className="hint">{words.pageHint}</p>
              </div>
            )}
            {run.answers.map((answer, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers are only added
              <Answer key={at} of={answer} place={at + 1} />
            ))}
            {run.answers.length < run.count && <p className="quiet">{words.waiting} …</p>}
          </div>
        </Card>
      </div>
    </div>
  )
}

const useIsOver = (): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), WATCHED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

/** While the bank is silent there is no response yet, so the order id finds the payment. */
const usePaymentId = (run: Run): string | undefined => {
  const may = useMay()
  const answered = run.answers.map(findPaymentId).find((id) => id !== undefined)
  const found = useRead(
    getTransactions,
    { query: { search_term: run.externalId, page: 1, page_size: 1 } },
    { isOn: answered === undefined && may(getTransactions), everyMs: LOOK_MS },
  )
  return answered ?? found.data?.items[0]?.id
}

const TraceOf = ({ id, isOver }: { id: string | undefined; isOver: boolean }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const trace = useRead(
    getPaymentsByTransactionIdTrace,
    { path: { transaction_id: id ?? '' } },
    {
      isOn: id !== undefined && may(getPaymentsByTransactionIdTrace),
      ...(isOver ? {} : { everyMs: LOOK_MS }),
    },
  )
  return (
    <Card
      title={words.trace}
      beside={
        <span className="card-end">
          {!isOver && (
            <span className="quiet small">
              <Icon name="clock" /> {words.watching}
            </span>
          )}
          {id !== undefined && may(getTransactionsById) && <To to={`/payments/${id}`}>{words.open}</To>}
        </span>
      }
    >
      {isOver && <p className="quiet small">{words.stopped}</p>}
      {id === undefined ? (
        <p className="quiet">{words.nothingYet}</p>
      ) : (
        <Part of={trace} lines={6}>
          {({ data }) => <TimeLine events={data.events} paymentId={id} />}
        </Part>
      )}
    </Card>
  )
}

/** The form for the bank is neither shown nor stored. */
const withoutForm = (name: string, value: unknown): unknown => (name === 'html_content' ? '…' : value)

const Answer = ({ of, place }: { of: RunAnswer; place: number }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const problem = findProblem(of.error)
  return (
    <section aria-label={words.answer(place.toLocaleString(locale))}>
      <p className="step-head">
        <span>{words.answer(place.toLocaleString(locale))}</span>
        <span>{words.tookMs(of.tookMs.toLocaleString(locale))}</span>
      </p>
      {of.result !== null && <Status value={of.result.status} />}
      {problem !== null && (
        <p>
          <code className="fault">{words.refused(String(problem.status), problem.code)}</code>
          <span className="block">{problem.detail}</span>
        </p>
      )}
      {of.result === null && problem === null && <p className="fault">{words.unreached}</p>}
      <TextBlock
        label={words.answer(place.toLocaleString(locale))}
        text={JSON.stringify(of.result ?? problem, withoutForm)}
      />
    </section>
  )
}
