/**
 * Sends again what a subscriber missed since a day, or everything since then, in bounded batches that continue where
 * the last one ended.
 */
import { type ReactNode, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import { dateIn, startOfDay } from '../../format/time.ts'
import { Action } from '../../parts/action.tsx'
import { Field } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { type Values, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import type { Side } from './side.ts'
import { TEXTS } from './texts.ts'

type Which = 'undelivered' | 'all'
interface Lot {
  readonly since: string
  readonly which: Which
  /** Where it continues; if absent, at the beginning. */
  readonly after?: string
}

export const ReplaySince = ({ subscriptionId, side }: { subscriptionId: string; side: Side }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { zone } = useMe()
  const now = usePlatformNow()
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<Lot | null>(null)
  const [done, setDone] = useState<{ readonly queued: number; readonly next: Lot | null } | null>(null)
  const next = done?.next ?? null
  const lotOf = ({ since = '', which }: Values): Lot => ({ since: startOfDay(since, zone), which: which as Which })
  return (
    <div className="stack">
      <div>
        <Action operation={side.replaySince} onPress={() => setOpen(true)}>
          {next === null ? words.replaySince : words.goOn}
        </Action>
      </div>
      <div role="status">
        {done !== null && (
          <div className="notice done">
            <Icon name="approve" />
            <span>
              {words.queuedAgain(done.queued.toLocaleString(locale))} {next !== null && words.moreToReplay}
            </span>
          </div>
        )}
      </div>
      {isOpen && (
        <WriteDialog
          operation={side.replaySince}
          inputOf={(values) => {
            const body = next ?? lotOf(values)
            setSent(body)
            return { path: { id: subscriptionId }, body }
          }}
          title={words.replaySince}
          hint={next === null ? words.replaySinceHint : words.goOnHint}
          submit={next === null ? words.replay : words.goOn}
          fields={['since', 'which']}
          said={words.replayedSince}
          onClose={() => setOpen(false)}
          onDone={({ queued, next_after: after }) =>
            setDone({ queued, next: after === null || sent === null ? null : { ...sent, after } })
          }
        >
          {next === null && (
            <>
              <Field name="since" label={words.since} type="date" value={dateIn(now, zone)} isRequired />
              <PickField
                name="which"
                label={words.which}
                options={[
                  ['undelivered', words.undelivered],
                  ['all', words.everything],
                ]}
              />
            </>
          )}
        </WriteDialog>
      )}
    </div>
  )
}
