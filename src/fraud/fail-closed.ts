/** Fails closed: without a fraud decision the request is refused until rules and blacklists can be read again. */
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { toDatabaseProblem } from '../infra/database/database-errors.ts'
import type { Runtime } from '../infra/runtime.ts'

export const failClosed = async <T>({ log }: Pick<Runtime, 'log'>, checking: Promise<T>): Promise<T> => {
  try {
    return await checking
  } catch (err) {
    log.error('fraud.unreachable', { err })
    const ofDatabase = toDatabaseProblem(err)
    if (ofDatabase) throw ofDatabase
    throw new Problem('connector_unavailable', {
      detail: phrase`The fraud rules cannot be read right now; nothing was stored. Try again in a moment.`,
      dependency: 'fraud',
    })
  }
}
