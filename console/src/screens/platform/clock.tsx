/** The clock of a sandbox: after it is moved ahead, due work happens. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/data.ts'
import { ME_KEY, useMe } from '../../api/me.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import { dateIn, dayAndTime, exactClock, startOfDay, utc } from '../../format/time.ts'
import { postSandboxClock } from '../../generated/operations.ts'
import { announce } from '../../parts/announce.tsx'
import { Field, FormProblem, useOnDone, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

const STEPS = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_592_000],
] as const
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

const ClockScreen = (): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <Page title={words.clock} hint={words.clockHint}>
      <div className="overview">
        <Now />
        <MoveTo />
      </div>
    </Page>
  )
}

/** Moves the clock and reloads who is signed in, because all relative times depend on it. */
const useMove = () => {
  const client = useQueryClient()
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { zone } = useMe()
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const move = useWrite(postSandboxClock)
  useOnDone(move.isSuccess, () => {
    void client.invalidateQueries({ queryKey: ME_KEY })
    const at = words.movedTo(dayAndTime(move.data?.now ?? '', locale, zone))
    announce(at)
    setMovedTo(at)
    move.reset()
  })
  return { move, movedTo }
}

const Now = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { zone, clock } = useMe()
  const { move, movedTo } = useMove()
  const now = new Date(usePlatformNow()).toISOString()
  return (
    <Card title={words.now}>
      <p className="figure-value">
        <time dateTime={now}>{dayAndTime(now, locale, zone)}</time>
      </p>
      <p className="quiet">
        {utc(now)} · {clock.is_moved ? words.moved : words.notMoved}
      </p>
      <h3 className="spaced">{words.ahead}</h3>
      <div className="row-actions across">
        {STEPS.map(([name, seconds]) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-disabled={move.isPending}
            onClick={() => move.isPending || move.mutate({ body: { advance_s: seconds } })}
          >
            {words[name]}
          </button>
        ))}
      </div>
      <FormProblem error={move.error} />
      <Moved to={movedTo} />
    </Card>
  )
}

const Moved = ({ to }: { to: string | null }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <div role="status">
      {to !== null && (
        <div className="notice done">
          <Icon name="clock" />
          <span>
            {to}. {words.ran}
          </span>
        </div>
      )}
    </div>
  )
}

const MoveTo = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { zone } = useMe()
  const { move, movedTo } = useMove()
  const now = usePlatformNow()
  const send = ({ date = '', time = '' }: Readonly<Record<string, string>>): void => {
    const [, hours, minutes] = TIME.exec(time) ?? []
    if (hours === undefined || minutes === undefined) return
    const at = Date.parse(startOfDay(date, zone)) + (Number(hours) * 60 + Number(minutes)) * 60_000
    move.mutate({ body: { now: new Date(at).toISOString() } })
  }
  return (
    <Card title={words.to}>
      <WriteForm
        error={move.error}
        isBusy={move.isPending}
        fields={['date', 'time']}
        submit={words.moveTo}
        onSubmit={send}
      >
        <Field name="date" label={words.date} type="date" value={dateIn(now, zone)} isRequired />
        <Field
          name="time"
          label={words.time}
          type="time"
          value={exactClock(new Date(now).toISOString(), 'en-GB', zone).slice(0, 5)}
          isRequired
        />
        <p className="quiet small">
          {words.oneWay} {zone}
        </p>
      </WriteForm>
      <Moved to={movedTo} />
    </Card>
  )
}

export default ClockScreen
