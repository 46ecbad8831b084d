/** A database under a process that is killed: behind its n-th transaction, or in the middle of it. */
import type { Database } from '../../src/infra/database/database.ts'

export class Killed extends Error {}

type Work = (tx: never) => Promise<unknown>
const METHODS = [
  'acrossTenants',
  'readAcrossTenants',
  'inTenant',
  'inTenants',
  'readTenant',
  'inTenantSnapshot',
  'inNoTenant',
] as const

/** Odd numbers end inside a transaction, which is then undone; even ones behind its commit. */
const mortal = (db: Database, dies: number): Database => {
  let begun = 0
  const wrap =
    (name: (typeof METHODS)[number]) =>
    async (...given: unknown[]): Promise<unknown> => {
      if (begun * 2 >= dies) throw new Killed(`before ${name}`)
      const last = ++begun * 2 >= dies
      const isInside = last && dies % 2 === 1
      const at = given.findIndex((one) => typeof one === 'function')
      const work = given[at] as Work
      const mortalWork = async (tx: never) => {
        const answer = await work(tx)
        if (isInside) throw new Killed(`inside ${name}`)
        return answer
      }
      const done = await (db[name] as (...all: unknown[]) => Promise<unknown>).call(db, ...given.with(at, mortalWork))
      if (last) throw new Killed(`behind ${name}`)
      return done
    }
  return Object.fromEntries(METHODS.map((name) => [name, wrap(name)])) as unknown as Database
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
