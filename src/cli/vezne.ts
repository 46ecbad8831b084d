/** `npm run vezne -- <verb>`: the table of commands; each has a separate file. */
import { argv, exit, stderr } from 'node:process'
import { keepCompiledCode } from '../infra/process/compiled-code.ts'
import { UsageError, type Verb } from './command.ts'
import { help } from './help.ts'

/** Loaded when it is named: most need little of the program. */
const VERBS: Readonly<Record<string, () => Promise<Verb>>> = {
  listen: async () => (await import('./listen.ts')).listen,
  link: async () => (await import('./link.ts')).link,
  clock: async () => (await import('./clock-command.ts')).clock,
  tenant: async () => (await import('./tenant.ts')).tenant,
  platform: async () => (await import('./platform-keys.ts')).platform,
  person: async () => (await import('./person.ts')).person,
  transfers: async () => (await import('./transfers.ts')).transfers,
  reconcile: async () => (await import('./reconcile.ts')).reconcile,
  bank: async () => (await import('./bank.ts')).bank,
  audit: async () => (await import('./audit.ts')).audit,
  ledger: async () => (await import('./ledger/ledger-command.ts')).ledger,
  keys: async () => (await import('./keys.ts')).keys,
  archive: async () => (await import('./archive/archive.ts')).archive,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  database: async () => (await import('./database-command.ts')).database,
  ps: async () => (await import('./ps.ts')).ps,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
}

const main = async ([name = 'help', ...words]: string[]): Promise<void> => {
  keepCompiledCode()
  if (name === 'help' || name === '--help') return help(VERBS, words[0])
  const verb = await VERBS[name]?.()
  if (!verb) throw new UsageError(`there is no verb ${name}; the verbs are help, ${Object.keys(VERBS).join(', ')}`)
  if (words.includes('--help')) return help(VERBS, name)
  return verb.run(words)
}

main(argv.slice(2)).catch((error: unknown) => {
  stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`)
  exit(error instanceof UsageError ? 2 : 1)
})
