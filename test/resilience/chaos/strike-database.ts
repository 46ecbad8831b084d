/** Kills a database server; the supervisor starts it again. */
import type { Dice } from './dice.ts'
import type { DatabaseOf, Program } from './program.ts'

/** One of several by chance, and the process that it had. */
export const strikeDatabase = (
  { databases }: Pick<Program, 'databases'>,
  dice: Dice,
): { readonly database: DatabaseOf; readonly stopped: number } => {
  const database = databases.length === 1 ? databases[0]! : dice.pick(databases)
  const stopped = database.pid()
  process.kill(stopped, 'SIGQUIT')
  return { database, stopped }
}
