/** Calls that need the person first: signed in again, or confirmed. They wait behind a dialog and go on, so that no form is lost. */

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

/** True when the person did it; all calls that wait for the same go on together. */
export const ask = (need: Need): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...waiting, { need, settle: resolve }]
    tell()
  })

/** What the dialog shows now; signing in comes before confirming. */
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
