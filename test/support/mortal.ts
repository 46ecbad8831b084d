/** A database under a process that is killed: behind its n-th transaction, or in the middle of it. */
import type { Database } from '../../src/infra/database/database.ts'

export class Killed extends Error {}

/** Odd numbers end inside a transaction, which is then undone; even ones behind its commit. */
const mortal = (db: Database, dies: number): Database => {
  let begun = 0
  const transaction: Database['transaction'] = async (reach, work) => {
    if (begun * 2 >= dies) throw new Killed('before a transaction')
    const last = ++begun * 2 >= dies
    const isInside = last && dies % 2 === 1
    const done = await db.transaction(reach, async (tx) => {
      const answer = await work(tx)
      if (isInside) throw new Killed('inside a transaction')
      return answer
    })
    if (last) throw new Killed('behind a transaction')
    return done
  }
  return { transaction } as Database
}

/** Kills the work later and later until it ends by itself; `stride` leaves moments out. Returns how often it was killed. */
export const survive = async (db: Database, work: (db: Database) => Promise<unknown>, stride = 1): Promise<number> => {
  for (let at = 1; ; at += stride)
    try {
      await work(mortal(db, at))
      return Math.ceil((at - 1) / stride)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
}
