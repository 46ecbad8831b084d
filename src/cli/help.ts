/** `vezne help [verb]`. */
import { stdout } from 'node:process'
import { UsageError, type Verb } from './command.ts'

export const help = async (verbs: Readonly<Record<string, () => Promise<Verb>>>, name?: string): Promise<void> => {
  if (name === undefined) {
    const loaded = await Promise.all(Object.entries(verbs).map(async ([verb, load]) => [verb, await load()] as const))
    const lines = loaded.map(([verb, { summary }]) => `  ${verb.padEnd(10)}${summary}`)
    stdout.write(`npm run vezne -- <verb>\n\n${lines.join('\n')}\n  help      what a verb takes: help listen\n`)
    return
  }
  const verb = await verbs[name]?.()
  if (!verb) throw new UsageError(`there is no verb ${name}; help lists them`)
  stdout.write(`${verb.summary}\n\n${verb.usage}\n`)
}
