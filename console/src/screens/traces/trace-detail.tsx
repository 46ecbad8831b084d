/** Everything one request caused. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getTraceByCorrelationId, getTransactionsById } from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Id, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TimeLine } from '../payments/time-line.tsx'
import { TEXTS } from './texts.ts'

const TraceDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const may = useMay()
  const { id } = useParams({ strict: false }) as { id: string }
  const trace = useRead(getTraceByCorrelationId, { path: { correlationId: id } })
  const count = (value: number): string => value.toLocaleString(locale)
  return (
    <Page title={words.trace} hint={<Id value={id} label={words.field} />} back={{ to: '/traces', text: words.back }}>
      <Reading of={trace} lines={10}>
        {({ data: { summary, events } }) => (
          <div className="columns">
            <div className="wide-column">
              <Card title={words.happened}>
                <TimeLine events={events} paymentId={summary.transactionIds[0] ?? ''} />
              </Card>
            </div>
            <div>
              <Card title={words.summary}>
                <Facts
                  rows={[
                    [words.requests, count(summary.paymentRequestCount)],
                    [words.bankCalls, count(summary.apiRequestCount)],
                    [words.states, count(summary.transactionHistoryCount)],
                    [words.events, count(summary.webhookCount)],
                    [words.faults, summary.hasErrors ? words.yes : words.no],
                    [words.first, <Time key="f" at={summary.firstEventAt} />],
                    [words.last, <Time key="l" at={summary.lastEventAt} />],
                    [
                      words.payments,
                      summary.transactionIds.length > 0 && (
                        <ul key="p">
                          {summary.transactionIds.map((each) => (
                            <li key={each}>
                              {may(getTransactionsById) ? (
                                <To to={`/payments/${each}`}>{each}</To>
                              ) : (
                                <code>{each}</code>
                              )}
                            </li>
                          ))}
                        </ul>
                      ),
                    ],
                  ]}
                />
              </Card>
            </div>
          </div>
        )}
      </Reading>
    </Page>
  )
}

export default TraceDetail
