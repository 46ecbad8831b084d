/** A reconciliation without the bank's rows, in which the platform checks itself. */
import type { ReactNode } from 'react'
import type { StartReconciliation } from '../../../../sdk/src/generated/cards.ts'
import { useMe } from '../../api/me.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import { dateIn, startOfDay } from '../../format/time.ts'
import { postReconciliationsStart } from '../../generated/operations.ts'
import { buildBody, listNames, type Member, Members } from '../../parts/record/members.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { useConfigurationOptions } from '../connectors/configuration-options.ts'
import { TEXTS } from './texts.ts'

const PERIODS = ['daily', 'monthly', 'yearly', 'custom'] as const

export const StartDialog = ({
  onClose,
  onStarted,
}: {
  onClose: () => void
  onStarted: (id: string) => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { zone } = useMe()
  const members = useMembers()
  const today = dateIn(usePlatformNow(), zone)
  return (
    <WriteDialog
      operation={postReconciliationsStart}
      inputOf={(values) => {
        const { period_start: from, period_end: to, ...rest } = buildBody<StartReconciliation>(members, values, locale)
        const end = to ? { period_end: startOfDay(to, zone) } : {}
        return { body: { ...rest, ...end, scope: 'connector' as const, period_start: startOfDay(from, zone) } }
      }}
      title={words.startTitle}
      hint={words.startHint}
      submit={words.start}
      fields={listNames(members)}
      said={words.started}
      onClose={onClose}
      onDone={({ id }) => onStarted(id)}
    >
      <Members members={members} of={{ period_start: today }} />
    </WriteDialog>
  )
}

const useMembers = (): readonly Member<StartReconciliation>[] => {
  const words = useTexts(TEXTS)
  return [
    {
      name: 'connector_config_id',
      label: words.configuration,
      kind: 'pick',
      isRequired: true,
      options: useConfigurationOptions(),
    },
    {
      name: 'period',
      label: words.period,
      kind: 'pick',
      isRequired: true,
      options: PERIODS.map((each) => [each, words[each]]),
    },
    { name: 'period_start', label: words.from, kind: 'date', isRequired: true },
    { name: 'period_end', label: words.to, kind: 'date' },
  ]
}
