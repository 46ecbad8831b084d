/** `npm run vezne -- <verb>`: the table of commands; each is a file of its own. */
import { argv, exit, stderr } from 'node:process'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { bank } from './bank.ts'
import { clock } from './clock.ts'
import { UsageError, type Verb } from './command.ts'
import { doctor } from './doctor/doctor.ts'
import { help } from './help.ts'
import { keys } from './keys.ts'
import { listen } from './listen.ts'
import { person } from './person.ts'
import { platform } from './platform-keys.ts'
import { tenant } from './tenant.ts'
import { transfers } from './transfers.ts'

const VERBS: Readonly<Record<string, Verb>> = {
  listen,
  clock,
  tenant,
  platform,
  person,
  transfers,
  bank,
  audit,
  keys,
  backup,
  doctor,
}

const main = async ([name = 'help', ...words]: string[]): Promise<void> => {
  if (name === 'help' || name === '--help') return help(VERBS, words[0])
  const verb = VERBS[name]
  if (!verb) throw new UsageError(`there is no verb ${name}; the verbs are help, ${Object.keys(VERBS).join(', ')}`)
  if (words.includes('--help')) return help(VERBS, name)
  return verb.run(words)
}

main(argv.slice(2)).catch((error: unknown) => {
  stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`)
  exit(error instanceof UsageError ? 2 : 1)
})
