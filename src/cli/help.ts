/** `vezne help [verb]`. */
import { stdout } from 'node:process'
import { UsageError, type Verb } from './command.ts'

export const help = (verbs: Readonly<Record<string, Verb>>, name?: string): void => {
  if (name === undefined) {
    const lines = Object.entries(verbs).map(([verb, { summary }]) => `  ${verb.padEnd(10)}${summary}`)
    stdout.write(`npm run vezne -- <verb>\n\n${lines.join('\n')}\n  help      what a verb takes: help listen\n`)
    return
  }
  const verb = verbs[name]
  if (!verb) throw new UsageError(`there is no verb ${name}; help lists them`)
  stdout.write(`${verb.summary}\n\n${verb.usage}\n`)
}
