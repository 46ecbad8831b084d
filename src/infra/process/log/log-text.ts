/** The log for people: a line of JSON as time, level, event and facts; a stack below it. */

/** Texts without blanks need no quotes, and signs that a terminal obeys are always escaped. */
const PLAIN = /^[^\s"=\p{Cc}\p{Cf}]+$/u
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Lines of a stack; the lines of a message that has several are left out, since they could look like events. */
const FRAME = /^ +at /

export const toText = (line: string): string => {
  const { time, level, event, err, ...facts } = JSON.parse(line) as Record<string, unknown>
  const told = Object.entries(facts).map(([key, value]) => ` ${key}=${shown(value)}`)
  const fault = err === undefined ? '' : ` err=${shown((err as { message?: unknown }).message ?? err)}`
  const stack = (err as { stack?: unknown } | undefined)?.stack
  const frames = typeof stack === 'string' ? stack.split('\n').filter((each) => FRAME.test(each)) : []
  const below = frames.map((each) => `\n${inert(each)}`).join('')
  return `${time} ${String(level).toUpperCase().padEnd(5)} ${event}${told.join('')}${fault}${below}\n`
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return inert(typeof value === 'string' && !PLAIN.test(text) ? JSON.stringify(text) : text)
}

const inert = (text: string): string =>
  text.replace(OBEYED, (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`)
