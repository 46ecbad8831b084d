/** Whether the console reaches its server, and otherwise since when it does not. */

export interface Connection {
  readonly isLost: boolean
  /** Real time of the first call that got no response. */
  readonly since: number | null
}

const listeners = new Set<() => void>()
let connection: Connection = { isLost: false, since: null }

const set = (next: Connection): void => {
  connection = next
  for (const listener of listeners) listener()
}

export const connectionNow = (): Connection => connection
export const reached = (): void => {
  if (connection.isLost) set({ isLost: false, since: null })
}
export const lost = (): void => {
  if (!connection.isLost) set({ isLost: true, since: Date.now() })
}
export const followConnection = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
