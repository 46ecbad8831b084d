/** The log for people: a line of JSON as time, level, event and facts; a stack below it. */

/** Texts without blanks need no quotes. */
const PLAIN = /^[^\s"=]+$/

export const toText = (line: string): string => {
  const { time, level, event, err, ...facts } = JSON.parse(line) as Record<string, unknown>
  const told = Object.entries(facts).map(([key, value]) => ` ${key}=${shown(value)}`)
  const fault = err === undefined ? '' : ` err=${shown((err as { message?: unknown }).message ?? err)}`
  const stack = (err as { stack?: unknown } | undefined)?.stack
  const below = typeof stack === 'string' ? stack.split('\n').slice(1).join('\n').replace(/^/, '\n') : ''
  return `${time} ${String(level).toUpperCase().padEnd(5)} ${event}${told.join('')}${fault}${below}\n`
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return typeof value === 'string' && !PLAIN.test(text) ? JSON.stringify(text) : text
}
