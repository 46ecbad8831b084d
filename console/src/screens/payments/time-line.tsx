/** Everything that happened to one payment, oldest first: requests, checks, states, bank calls, webhooks. */
import type { ReactNode } from 'react'
import type { TraceEvent } from '../../../../sdk/src/generated/cards.ts'
import { useMe } from '../../api/me.ts'
import { day, exactClock, utc } from '../../format/time.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Actor, Status } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>

const SOURCES: Readonly<Record<TraceEvent['source'], readonly [name: keyof Words, icon: IconName]>> = {
  PaymentRequest: ['sourceRequest', 'right'],
  FraudCheck: ['sourceCheck', 'shield'],
  FraudAlert: ['sourceAlert', 'people'],
  TransactionHistory: ['sourceState', 'dot'],
  Chargeback: ['sourceChargeback', 'refund'],
  ApiRequest: ['sourceBank', 'bank'],
  WebhookDelivery: ['sourceEvent', 'out'],
}

interface TimeLineProps {
  readonly events: readonly TraceEvent[]
  readonly paymentId: string
}

export const TimeLine = ({ events, paymentId }: TimeLineProps): ReactNode => {
  const words = useTexts(TEXTS)
  if (events.length === 0) return <p className="quiet">{words.noTimeline}</p>
  return (
    <ol className="time-line">
      {events.map((event, at) => (
        <Step
          key={`${event.recordId}${event.source}${event.timestamp}`}
          event={event}
          before={events[at - 1]}
          paymentId={paymentId}
        />
      ))}
    </ol>
  )
}

const Step = ({
  event,
  before,
  paymentId,
}: {
  event: TraceEvent
  before: TraceEvent | undefined
  paymentId: string
}): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { zone } = useMe()
  const [name, icon] = SOURCES[event.source] ?? ['sourceState', 'dot']
  const isNewDay = before === undefined || day(before.timestamp, locale, zone) !== day(event.timestamp, locale, zone)
  return (
    <li className={`${event.isSuccess ? 'fine' : 'bad'} ${event.source}`}>
      {isNewDay && <p className="step-day">{day(event.timestamp, locale, zone)}</p>}
      <div className="step">
        <span className="step-icon">
          <Icon name={event.isSuccess ? icon : 'warn'} />
        </span>
        <div className="step-body">
          <p className="step-head">
            <span className="step-kind">{words[name] as string}</span>
            <time dateTime={event.timestamp} title={utc(event.timestamp)}>
              {exactClock(event.timestamp, locale, zone)}
            </time>
          </p>
          <p className="step-title">{titleOf(event, paymentId)}</p>
          <StepNotes event={event} />
          <Bodies event={event} />
        </div>
      </div>
    </li>
  )
}

const titleOf = (event: TraceEvent, paymentId: string): ReactNode => {
  const { previousStatus, newStatus } = event.details
  if (event.source === 'TransactionHistory' && newStatus !== undefined)
    return (
      <span className="states">
        {previousStatus !== undefined && (
          <>
            <Status value={previousStatus} />
            <Icon name="right" />
          </>
        )}
        <Status value={newStatus} />
      </span>
    )
  // The payment's own id is already in the title of the page.
  return event.title.replace(`/${paymentId}`, '/…').replace('/api/v1', '')
}

const StepNotes = ({ event }: { event: TraceEvent }): ReactNode => {
  const { statusCode, httpStatusCode, durationMs, attemptNumber, actor } = event.details
  const notes = [
    event.subtitle,
    statusCode ?? httpStatusCode,
    durationMs && `${durationMs} ms`,
    attemptNumber && attemptNumber !== '1' && `#${attemptNumber}`,
  ].filter(Boolean)
  return (
    <>
      {(notes.length > 0 || actor) && (
        <p className="quiet small">
          {notes.join(' · ')}
          {actor && (
            <>
              {notes.length > 0 && ' · '}
              <Actor id={actor} />
            </>
          )}
        </p>
      )}
      {event.errorMessage !== null && <p className="fault">{event.errorMessage}</p>}
    </>
  )
}

const Bodies = ({ event }: { event: TraceEvent }): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const shown = (
    [
      [words.sent, event.requestBody],
      [words.answered, event.responseBody],
    ] as const
  ).filter((each): each is readonly [string, string] => Boolean(each[1]))
  if (shown.length === 0) return null
  return (
    <details>
      <summary>{words.showBodies}</summary>
      {shown.map(([label, text]) => (
        <figure key={label} lang={language}>
          <figcaption>{label}</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body is scrolled with the keyboard too */}
          <pre tabIndex={0}>{pretty(text)}</pre>
        </figure>
      ))}
    </details>
  )
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
