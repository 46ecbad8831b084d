/** Schemas of findings and channels. */
import { type Static, Type } from 'typebox'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { Created, LastModified, RepeatedId } from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import type { ShownChannel } from '../channels/channel-store.ts'
import { ALL_KINDS, KIND_NAMES } from '../model/monitor-kinds.ts'
import { CLOCK_PATTERN, toClockText } from '../model/quiet-hours.ts'

const MonitorKindName = Enum('MonitorKind', [...KIND_NAMES])
/** A kind, or all of them. */
const Listened = Enum('MonitorListened', [...KIND_NAMES, ALL_KINDS])
const Severity = Enum('MonitorSeverity', ['critical', 'warning'])
const ChannelKindName = Enum('MonitorChannelKind', ['mail', 'webhook', 'slack'])
const ChannelLanguage = Enum('MonitorLanguage', ['en', 'tr'])

const Finding = Type.Object(
  {
    id: described(Uuid, 'Id of the finding.'),
    kind: described(MonitorKindName, 'Name of the monitor.'),
    severity: described(Severity, 'Urgency of the finding; `critical` may pass quiet hours.'),
    subject: Type.String({ description: 'The thing that it is about: an id, a host or a kind of work.' }),
    title: Type.String({ description: 'Summary of the finding for people, in the language of the caller.' }),
    text: Type.String({ description: 'Facts of the finding as a sentence for people, as they were last read.' }),
    since: described(DateTime, 'Time at which it was found, in UTC.'),
    ended_at: described(Nullable(DateTime), 'Time at which it was over, in UTC; null while it is open.'),
    facts: Type.Unsafe<Record<string, string | number | boolean | null>>({
      type: 'object',
      additionalProperties: true,
      description: 'Values of the finding by name, as they were last read; which there are depends on its kind.',
    }),
  },
  { $id: 'MonitorFinding' },
)
export const FindingPage = pageSchema(Finding, 'MonitorFindingPage')
export const FindingQuery = Type.Object({
  ...pageQuery,
  open: Type.Optional(Type.Boolean({ description: 'Only those that are open, or only those that are over.' })),
  kind: AnyOf(MonitorKindName, 'Only findings of these kinds.'),
})

const ClockText = (description: string) => Type.String({ pattern: CLOCK_PATTERN, examples: ['22:00'], description })
const QuietHours = Type.Object(
  {
    from: ClockText('Beginning of the quiet hours in Istanbul, such as 22:00.'),
    to: ClockText('Their end, such as 07:00; it may be of the next day.'),
    critical_passes: Type.Boolean({ description: 'Whether critical findings are told nevertheless.' }),
  },
  {
    $id: 'MonitorQuietHours',
    description: 'Hours in which the channel is told nothing; what is still open is told when they end.',
  },
)

const members = {
  name: Type.String({ description: 'Name of the channel, for people.' }),
  kind: described(
    ChannelKindName,
    'Way of the messages: by mail, as a signed webhook, or to a chat that takes messages like Slack.',
  ),
  address: Type.String({
    description: 'Address of the messages, in part: the whole address is stored sealed and never shown.',
  }),
  language: described(ChannelLanguage, 'Language of the messages.'),
  monitors: Type.Array(Listened, {
    description: 'Kinds of findings that it is told; `*` stands for all of them.',
  }),
  quiet_hours: described(Nullable(QuietHours), 'Hours without messages; null when there are none.'),
  is_active: Type.Boolean({ description: 'Whether the channel gets messages.' }),
}
const shown = {
  id: described(Uuid, 'Id of the channel.'),
  ...members,
  is_confirmed: Type.Boolean({
    description:
      'Whether messages may be sent there: a mailbox gets none until the code that was mailed to it is entered.',
  }),
  last_tried: described(Nullable(DateTime), 'Time of its newest message, in UTC; null when there was none.'),
  last_sent_at: described(Nullable(DateTime), 'Time at which that message was sent, in UTC; null when it was not.'),
  last_fault: NullableText(
    'Reason why the newest message was not sent or not taken; null when it was, or still waits.',
  ),
  created: Created,
  last_modified: LastModified,
}
export const Channel = Type.Object(shown, { $id: 'MonitorChannel' })
export const ChannelPage = pageSchema(Channel, 'MonitorChannelPage')
export const ChannelCreated = Type.Object(
  {
    ...shown,
    secret: NullableText(
      'Secret that signs what a webhook is sent; null for other kinds. It is shown in this answer only: store it now.',
    ),
  },
  { $id: 'MonitorChannelCreated' },
)
export const ChannelQuery = Type.Object(pageQuery)
export const ChannelParams = Type.Object({ id: described(Uuid, 'Id of the channel, as its creation returned it.') })

const Address = Type.String({
  examples: ['duty@shop.example.com'],
  minLength: 3,
  maxLength: 2_048,
  description: 'Mail address, or the HTTPS address that messages are posted to; it must be publicly reachable.',
})
const settable = {
  name: Text(100, { minLength: 1, description: 'Name of the channel, for people.' }),
  language: described(ChannelLanguage, 'Language of the messages.'),
  monitors: Type.Optional(
    Type.Array(Listened, {
      minItems: 1,
      maxItems: KIND_NAMES.length,
      description: 'Kinds of findings to be told, or only `*` for all; when absent it is all.',
    }),
  ),
  quiet_hours: Type.Optional(QuietHours),
  is_active: Type.Optional(Type.Boolean({ default: true, description: 'Whether the channel gets messages.' })),
}
export const CreateChannel = Type.Object(
  { ...settable, kind: described(ChannelKindName, 'Way of the messages; it cannot be changed.'), address: Address },
  { $id: 'CreateMonitorChannel' },
)
export const UpdateChannel = Type.Object(
  {
    id: RepeatedId,
    ...settable,
    address: Type.Optional(described(Address, 'New address; when absent it stays as it is.')),
  },
  { $id: 'UpdateMonitorChannel' },
)
export type SettableChannel = Pick<
  Static<typeof CreateChannel>,
  'name' | 'language' | 'monitors' | 'quiet_hours' | 'is_active'
>
export const ConfirmChannel = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 40,
      examples: ['7QF2M-XNPA4'],
      description: 'Code of the newest mail to the mailbox; case, blanks and hyphens do not count.',
    }),
  },
  { $id: 'ConfirmMonitorChannel' },
)
export const TestSent = Type.Object(
  { id: described(Uuid, 'Id of the message; what became of it stands at the channel.') },
  { $id: 'MonitorTest' },
)

export const channelBody = (row: ShownChannel) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  address: row.address_shown,
  language: row.language,
  monitors: row.monitors,
  quiet_hours:
    row.quiet_from === null || row.quiet_to === null
      ? null
      : { from: toClockText(row.quiet_from), to: toClockText(row.quiet_to), critical_passes: row.critical_passes },
  is_active: row.is_active,
  is_confirmed: row.code_hash === null,
  last_tried: isoTimeOrNull(row.last_tried),
  last_sent_at: isoTimeOrNull(row.last_sent_at),
  last_fault: row.last_fault,
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
})
