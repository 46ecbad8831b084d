/**
 * The last write of this page, if nothing of it takes effect before a second person has decided; the service states
 * that in a header.
 */
import type { Operation } from './operation.ts'

export interface WaitingWrite {
  /** Surface of the operation, which determines who may decide. */
  readonly surface: string
}

const listeners = new Set<() => void>()
let last: WaitingWrite | null = null

const set = (write: WaitingWrite | null): void => {
  last = write
  for (const listener of listeners) listener()
}

export const waitingWrite = (): WaitingWrite | null => last
export const followWaitingWrites = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const forgetWaitingWrite = (): void => set(null)

/** `waits` is the value of the response's header. */
export const noteWrite = ({ path }: Pick<Operation, 'path'>, waits: boolean): void =>
  set(waits ? { surface: path.slice(0, path.indexOf('/')) } : null)
