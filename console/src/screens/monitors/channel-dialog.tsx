/** Creates or changes a channel. */
import type { ReactNode } from 'react'
import type {
  MonitorChannel,
  MonitorChannelKind,
  MonitorKind,
  MonitorLanguage,
  MonitorListened,
} from '../../../../sdk/src/generated/identity.ts'
import { postMonitorsChannels, putMonitorsChannelsById } from '../../generated/operations.ts'
import { buildBody, listNames, type Member, Members } from '../../parts/record/members.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Values, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { useKinds } from './kinds.ts'
import { TEXTS } from './texts.ts'

interface ChannelProps {
  /** If absent, a new one is created. */
  readonly of?: MonitorChannel
  readonly onClose: () => void
  readonly onSecret: (secret: string) => void
  /** A code was mailed to the mailbox. */
  readonly onUnconfirmed: (of: MonitorChannel) => void
}

/** As in the form, where the quiet hours are two fields. */
interface Typed {
  readonly name: string
  readonly kind?: MonitorChannelKind
  readonly address?: string
  readonly language: MonitorLanguage
  readonly monitors: readonly MonitorKind[]
  readonly 'quiet_hours.from'?: string
  readonly 'quiet_hours.to'?: string
  readonly critical_passes: boolean
  readonly is_active: boolean
}

const ALL: MonitorListened = '*'

/** All of them, or none, mean those that come later as well. */
const toBody = (typed: Typed, kinds: readonly MonitorKind[]) => {
  const { 'quiet_hours.from': from, 'quiet_hours.to': to, critical_passes, monitors, ...rest } = typed
  const isEvery = monitors.length === 0 || monitors.length === kinds.length
  return {
    ...rest,
    monitors: isEvery ? [ALL] : [...monitors],
    ...(from === undefined && to === undefined
      ? {}
      : { quiet_hours: { from: from ?? '', to: to ?? '', critical_passes } }),
  }
}

const toShown = (of: MonitorChannel, kinds: readonly MonitorKind[]) => ({
  ...of,
  address: '',
  monitors: of.monitors.includes(ALL) ? kinds : of.monitors,
  'quiet_hours.from': of.quiet_hours?.from,
  'quiet_hours.to': of.quiet_hours?.to,
  critical_passes: of.quiet_hours?.critical_passes ?? true,
})

/** The operation takes what changes; the address is stored sealed, and shown in part. */
export const toUnchanged = (of: MonitorChannel) => ({
  name: of.name,
  language: of.language,
  monitors: of.monitors,
  is_active: of.is_active,
  ...(of.quiet_hours === null ? {} : { quiet_hours: of.quiet_hours }),
})

export const ChannelDialog = ({ of, onClose, onSecret, onUnconfirmed }: ChannelProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const kinds = useKinds()
  const members = useMembers(of)
  const typedIn = (values: Values) => toBody(buildBody<Typed>(members, values, locale), kinds)
  const common = { submit: record.save, said: record.saved, fields: listNames(members), onClose }
  return of === undefined ? (
    <WriteDialog
      {...common}
      operation={postMonitorsChannels}
      inputOf={(values) => {
        const { kind = 'mail', address = '', ...body } = typedIn(values)
        return { body: { ...body, kind, address } }
      }}
      title={words.add}
      hint={words.addHint}
      onDone={({ secret, ...made }) => {
        if (secret !== null) onSecret(secret)
        if (!made.is_confirmed) onUnconfirmed(made)
      }}
    >
      <Members members={members} of={{ monitors: kinds, critical_passes: true, is_active: true }} />
    </WriteDialog>
  ) : (
    <WriteDialog
      {...common}
      operation={putMonitorsChannelsById}
      inputOf={(values) => {
        const { kind: _, ...body } = typedIn(values)
        return { path: { id: of.id }, body }
      }}
      title={words.edit}
      onDone={(changed) => !changed.is_confirmed && onUnconfirmed(changed)}
    >
      <Members members={members} of={toShown(of, kinds)} />
    </WriteDialog>
  )
}

const useMembers = (of: MonitorChannel | undefined): readonly Member<Typed>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const kinds = useKinds()
  return [
    { name: 'name', label: record.name, isRequired: true, maxLength: 100 },
    ...(of === undefined
      ? [
          {
            name: 'kind' as const,
            label: words.kind,
            kind: 'pick' as const,
            isRequired: true,
            options: (['mail', 'slack', 'webhook'] as const).map((each) => [each, words[each]] as const),
          },
        ]
      : []),
    {
      name: 'address',
      label: words.address,
      hint: of === undefined ? words.addressHint : `${of.address} · ${words.addressKept}`,
      isRequired: of === undefined,
      maxLength: 2_000,
    },
    {
      name: 'language',
      label: words.language,
      kind: 'pick',
      isRequired: true,
      options: [
        ['tr', 'Türkçe'],
        ['en', 'English'],
      ],
    },
    { name: 'monitors', label: words.monitors, kind: 'many', options: kinds.map((each) => [each, words[each]]) },
    { name: 'quiet_hours.from', label: words.quietFrom, hint: words.quietHint, maxLength: 5 },
    { name: 'quiet_hours.to', label: words.quietTo, maxLength: 5 },
    { name: 'critical_passes', label: words.criticalPasses, kind: 'yes' },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}
