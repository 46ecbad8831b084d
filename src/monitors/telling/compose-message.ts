/** Makes the text of a message, and the bodies that chats and webhooks get. Pure. */
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { Language } from '../../core/phrases/texts.ts'
import type { FindingRow } from '../findings/finding-store.ts'
import { isCritical, MONITOR_KINDS } from '../model/monitor-kinds.ts'
import { KIND_TEXTS, MESSAGE_TEXTS, toTimeText } from '../model/monitor-texts.ts'
import type { MessagePart } from './message-store.ts'

export interface Message {
  readonly subject: string
  readonly text: string
}

interface Told {
  readonly part: MessagePart
  /** Null for a test. */
  readonly finding: FindingRow | null
  readonly channelName: string
  readonly language: Language
  /** Where people look at it. */
  readonly address: string
}

export const composeMessage = ({ part, finding, channelName, language, address }: Told): Message => {
  const words = MESSAGE_TEXTS[language]
  if (finding === null) return { subject: words.testTitle, text: words.test(channelName) }
  const { title, text } = KIND_TEXTS[language][finding.kind]
  const since = toTimeText(language, finding.since)
  const heading = inOneLine(title(finding.facts))
  if (part === 'end') {
    const until = toTimeText(language, finding.ended_at ?? finding.since)
    return { subject: `${words.over}: ${heading}`, text: words.lasted({ since, until }) }
  }
  const severity = isCritical(finding.kind) ? words.critical : words.warning
  return {
    subject: `${severity}: ${heading}`,
    text: [
      text(finding.facts),
      words.since(since),
      words.look(address),
      words.page(MONITOR_KINDS[finding.kind].page),
    ].join('\n'),
  }
}

/** Names in it must not look like a message's own text, or a mail's own headers. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')

/** Returns the body for a chat that takes messages as Slack does. Chats without blocks show `text`, and read it as markup. */
export const toSlackBody = ({ subject, text }: Message) => ({
  text: escapeMarkdown(subject),
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: subject.slice(0, 150).toWellFormed() } },
    { type: 'section', text: { type: 'mrkdwn', text: escapeMarkdown(text) } },
  ],
})

/** Escapes the three signs that a chat reads as markup. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const EVENT_OF_PART: Readonly<Record<MessagePart, string>> = {
  begin: 'monitor.finding_opened',
  end: 'monitor.finding_ended',
  test: 'monitor.test',
}

const findingBody = ({ id, kind, subject, since, ended_at, facts }: FindingRow) => ({
  id,
  kind,
  severity: MONITOR_KINDS[kind].severity,
  subject,
  since: isoTime(since),
  ended_at: isoTimeOrNull(ended_at),
  facts,
})

/** Returns the finding with its texts. */
export const shownFinding = (finding: FindingRow, language: Language) => {
  const { title, text } = KIND_TEXTS[language][finding.kind]
  return { ...findingBody(finding), title: inOneLine(title(finding.facts)), text: text(finding.facts) }
}

/** Returns the body of a webhook: the finding itself, and its text. */
export const toWebhookBody = (messageId: string, part: MessagePart, finding: FindingRow | null, message: Message) => ({
  id: messageId,
  type: EVENT_OF_PART[part],
  title: message.subject,
  text: message.text,
  finding: finding && findingBody(finding),
})
