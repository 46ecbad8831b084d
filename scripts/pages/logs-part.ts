/** The table of docs/logs.md: every event that the program logs, with its level and its facts as the code has them. */
import { LOG_EVENTS } from '../../src/infra/process/log/log-events.ts'
import { table } from './markdown.ts'
import { readTexts } from './read-texts.ts'

export interface LoggedEvent {
  readonly level: string
  readonly facts: readonly string[]
}

const CALL = /(?:\.(debug|info|warn|error)|\b(?:at|onFault))\(\s*'([a-z0-9_]+(?:\.[a-z0-9_]+)+)'\s*(,\s*\{)?/g
/** Events whose name or facts come from elsewhere in the code. */
export const OF_OTHERS: Readonly<Record<string, LoggedEvent>> = {
  'bank.no_answer': { level: 'warn', facts: ['family', 'configuration_id', 'reference', 'error', 'repeats'] },
  'bank.too_old': { level: 'warn', facts: ['family', 'configuration_id', 'reference'] },
  'log.written_again': { level: 'warn', facts: ['since', 'dropped'] },
  'audit.head': { level: 'info', facts: ['tenant_id', 'seq', 'hash'] },
  'partition.made': { level: 'info', facts: ['partition'] },
  'partition.dropped': { level: 'info', facts: ['partition'] },
  'inquiry.claim_failed': { level: 'error', facts: ['tenant_id', 'err'] },
  'inquiry.failed': { level: 'error', facts: ['…', 'err'] },
  'installment.claim_failed': { level: 'error', facts: ['tenant_id', 'err'] },
  'installment.failed': { level: 'error', facts: ['…', 'err'] },
  'monitor.claim_failed': { level: 'error', facts: ['tenant_id', 'err'] },
  'monitor.not_told': { level: 'error', facts: ['…', 'err'] },
  'transfer.claim_failed': { level: 'error', facts: ['tenant_id', 'err'] },
  'transfer.step_failed': { level: 'error', facts: ['…', 'err'] },
}

export const loggedEvents = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, LoggedEvent> => {
  const found = new Map<string, LoggedEvent>()
  for (const text of texts.values())
    for (const match of text.matchAll(CALL)) {
      const [whole, level = 'info', event = '', opens] = match
      const facts = opens === undefined ? ['…'] : membersOf(text, match.index + whole.length)
      found.set(event, { level, facts: [...new Set([...(found.get(event)?.facts ?? []), ...facts])] })
    }
  for (const [event, facts] of Object.entries(OF_OTHERS)) found.set(event, facts)
  return found
}

/** Names of the members of an object literal from behind its brace on; what is spread into it is `…`. */
const membersOf = (text: string, from: number): string[] => {
  const members: string[] = []
  let [depth, start, at] = [0, from, from]
  for (; depth >= 0 && at < text.length; at++) {
    const letter = text[at] as string
    if ('{[('.includes(letter)) depth++
    else if ('}])'.includes(letter)) depth--
    if (depth < 0 || (depth === 0 && letter === ',')) {
      members.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return members.filter((each) => each !== '').map((each) => (each.startsWith('...') ? '…' : each.split(/[:\s]/)[0]!))
}

export const logsPart = (): string => {
  const events = loggedEvents(readTexts('src/**/*.ts'))
  return table(
    ['Event', 'Level', 'Means', 'Facts'],
    Object.entries(LOG_EVENTS).map(([event, meaning]) => {
      const { level, facts } = events.get(event) ?? { level: 'nowhere', facts: [] }
      return [`\`${event}\``, level, meaning, facts.map((fact) => (fact === '…' ? fact : `\`${fact}\``)).join(', ')]
    }),
  )
}
