/**
 * Closes a listening surface: it takes no new connections, responses in flight are sent, and each connection ends once
 * it is idle.
 */
import type { FastifyInstance } from 'fastify'
import { every } from '../process/every.ts'

const IDLE_SWEEP_MS = 250 // a connection that falls idle during the close would hold it open for its whole keep-alive

export const closeGracefully = async (app: FastifyInstance): Promise<void> => {
  const stop = every(IDLE_SWEEP_MS, () => app.server.closeIdleConnections())
  try {
    await app.close()
  } finally {
    stop()
  }
}
