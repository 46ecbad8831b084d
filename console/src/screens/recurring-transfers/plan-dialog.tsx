/** Creates or changes a recurring transfer. */
import type { ReactNode } from 'react'
import type { RecurringTransfer, WriteRecurringTransfer } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import { dateIn, exactClock, startOfDay } from '../../format/time.ts'
import {
  getConnectoraccounts,
  getRecipients,
  postRecurringtransfers,
  putRecurringtransfersById,
} from '../../generated/operations.ts'
import { Field } from '../../parts/form.tsx'
import { buildBody, listNames, type Member, Members, type Options } from '../../parts/record/members.tsx'
import { useMerchantField } from '../../parts/record/merchant-field.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Values, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

const ROWS = { page_size: 100 }
const MINUTE_MS = 60_000
/** The first run may be on the same day, slightly later than now. */
const LATER_MS = 10 * MINUTE_MS

interface PlanProps {
  /** If absent, a new one is created. */
  readonly of?: RecurringTransfer
  readonly onClose: () => void
}

export const PlanDialog = ({ of, onClose }: PlanProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const { zone } = useMe()
  const locale = useLocale()
  const members = useMembers(of?.currency ?? 'TRY')
  const [merchantId, merchantField] = useMerchantField()
  const soon = usePlatformNow() + LATER_MS
  const first = of?.start_date ?? new Date(soon).toISOString()
  const startOf = (date: string, time: string): string => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return new Date(Date.parse(startOfDay(date, zone)) + (hours * 60 + minutes) * MINUTE_MS).toISOString()
  }
  const time = exactClock(first, 'en-GB', zone).slice(0, 5)
  const day = dateIn(Date.parse(first), zone)
  const body = (values: Values): WriteRecurringTransfer => {
    const typed = buildBody<WriteRecurringTransfer>(members, values, locale)
    const { end_date: until, repeat_count: runs, ...rest } = typed
    return {
      ...(of && {
        currency: of.currency,
        week_days: of.week_days,
        reminder_days: of.reminder_days,
        notify_on_success: of.notify_on_success,
        notify_on_error: of.notify_on_error,
      }),
      ...rest,
      // If it is not changed, it may be in the past.
      start_date:
        of && typed.start_date === day && values.time === time
          ? of.start_date
          : startOf(typed.start_date, values.time ?? ''),
      ...(typed.end_type === 'date' && until ? { end_date: startOfDay(until, zone) } : {}),
      ...(typed.end_type === 'count' ? { repeat_count: runs } : {}),
    }
  }
  const shown = {
    end_type: 'indefinite',
    repeat_type: 'monthly',
    holiday_handling: 'next',
    ...of,
    start_date: day,
    end_date: of?.end_date ? dateIn(Date.parse(of.end_date), zone) : '',
  }
  const fields = (
    <>
      <Members members={members} of={shown} />
      <Field name="time" label={words.at} type="time" value={time} isRequired />
    </>
  )
  const common = { submit: record.save, fields: listNames(members), said: record.saved, onClose }
  return of === undefined ? (
    <WriteDialog
      {...common}
      operation={postRecurringtransfers}
      inputOf={(values) => ({ body: body(values) })}
      title={words.add}
      hint={words.hint}
      merchantId={merchantId}
    >
      {merchantField}
      {fields}
    </WriteDialog>
  ) : (
    <WriteDialog
      {...common}
      operation={putRecurringtransfersById}
      inputOf={(values) => ({ path: { id: of.id }, body: body(values) })}
      title={words.edit}
    >
      {fields}
    </WriteDialog>
  )
}

/** Accounts with the plan's currency, which cannot change. */
const useAccounts = (currency: string): Options =>
  (useRead(getConnectoraccounts, { query: ROWS }).data?.data.items ?? [])
    .filter((each) => each.is_active && each.currency === currency)
    .map((each) => [each.id, [each.bank_name, each.iban ?? each.account_number].filter(Boolean).join(' · ') || each.id])

const useReceivers = (): Options =>
  (useRead(getRecipients, { query: { ...ROWS, is_active: true } }).data?.data.items ?? []).map((each) => [
    each.id,
    [each.holder_name, each.iban ?? each.account_number].filter(Boolean).join(' · ') || each.id,
  ])

const useMembers = (currency: string): readonly Member<WriteRecurringTransfer>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const accounts = useAccounts(currency)
  const receivers = useReceivers()
  const pick = (
    name: keyof WriteRecurringTransfer & string,
    label: string,
    options: Options,
  ): Member<WriteRecurringTransfer> => ({ name, label, kind: 'pick', isRequired: true, options })
  return [
    { name: 'plan_name', label: record.name, isRequired: true, maxLength: 100 },
    pick('connector_account_id', words.account, accounts),
    pick('recipient_id', words.receiver, receivers),
    { name: 'amount', label: common.amount, kind: 'amount', currency, isRequired: true },
    pick('transfer_type', words.way, [
      ['fast', words.fast],
      ['eft', words.eft],
      ['remittance', words.remittance],
    ]),
    { name: 'description', label: record.description, maxLength: 100 },
    pick('repeat_type', words.repeats, [
      ['daily', words.daily],
      ['weekly', words.weekly],
      ['monthly', words.monthly],
      ['yearly', words.yearly],
    ]),
    { name: 'month_day', label: words.monthDay, kind: 'count', hint: words.monthDayHint },
    { name: 'start_date', label: words.start, kind: 'date', isRequired: true },
    pick('end_type', words.ends, [
      ['indefinite', words.indefinite],
      ['count', words.count],
      ['date', words.date],
    ]),
    { name: 'repeat_count', label: words.runs, kind: 'count' },
    { name: 'end_date', label: words.lastDay, kind: 'date' },
    pick('holiday_handling', words.holidays, [
      ['next', words.next],
      ['previous', words.previous],
      ['skip', words.skip],
    ]),
  ]
}
