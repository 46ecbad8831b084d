/**
 * Calls that first need the person to sign in again, or to confirm. They wait behind a dialog and continue afterwards,
 * so that no form is lost.
 */

export type Need = 'sign-in' | 'step-up'

interface Waiting {
  readonly need: Need
  readonly settle: (isDone: boolean) => void
}

const listeners = new Set<() => void>()
let waiting: Waiting[] = []

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Resolves to true once the person has done it; all calls that wait for the same action continue together. */
export const ask = (need: Need): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...waiting, { need, settle: resolve }]
    tell()
  })

/** Returns what the dialog shows now; signing in comes before confirming. */
export const needed = (): Need | null =>
  waiting.some(({ need }) => need === 'sign-in') ? 'sign-in' : (waiting[0]?.need ?? null)

export const settle = (need: Need, isDone: boolean): void => {
  const settled = waiting.filter((each) => each.need === need)
  waiting = waiting.filter((each) => each.need !== need)
  for (const each of settled) each.settle(isDone)
  tell()
}

export const followGate = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
