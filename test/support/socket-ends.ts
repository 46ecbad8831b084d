/** Two sockets of one road: where one ends, the other does. */
import type { Socket } from 'node:net'

/** `open` holds both as long as they are. */
export const endTogether = (one: Socket, other: Socket, open: Set<Socket>): void => {
  for (const [socket, far] of [
    [one, other],
    [other, one],
  ] as const) {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      far.destroy()
    })
  }
}
