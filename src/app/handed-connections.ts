/** Connections on their way to a process that answers requests. */
import type { Worker } from 'node:cluster'

interface Handle {
  close(): void
}
/** Message of node:cluster to its processes; `seq` of a request is the `ack` of its answer. */
interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}

/**
 * Closes those that a process had not taken when it ended: node:cluster forgets them, so they would stay open without an
 * answer for as long as we run. Whether their requests were begun is unknown, as with all other connections of that process.
 */
export const closeHandedConnections = (worker: Worker): void => {
  const handed = new Map<number, Handle>()
  const child = worker.process
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]): boolean => {
    const { act, seq } = message as ClusterMessage
    if (act === 'newconn' && seq !== undefined) handed.set(seq, handle as Handle)
    return send(message, handle, ...rest)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => ack !== undefined && handed.delete(ack))
  worker.once('exit', () => {
    for (const handle of handed.values()) handle.close()
    handed.clear()
  })
}
