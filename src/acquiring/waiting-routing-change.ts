/** Shared by changes of a tenant's banks that wait for a second person: finds the waiting change, and allows no other change until it is decided. */
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'

interface MayWait<C> {
  /** Null when no change waits. */
  readonly pending: C | null
}

/** Throws conflict while a change is pending. */
export const refuseWhilePending = ({ pending }: MayWait<unknown>): void => {
  if (pending !== null)
    throw new Problem('conflict', {
      detail: phrase`A change waits for a second person here (pending_change); confirm or reject it first.`,
    })
}

/** The change displayed under this id; throws conflict when another one is pending. */
export const checkPending = <C extends { readonly id: string }>({ pending }: MayWait<C>, changeId: string): C => {
  if (pending?.id === changeId.toLowerCase()) return pending
  throw new Problem('conflict', {
    detail:
      pending === null
        ? phrase`No change waits for a second person here.`
        : phrase`Another change waits by now; read it again and look at its pending_change.`,
  })
}
