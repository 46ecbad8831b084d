/** Closes a listening surface: no new connections, responses in flight are sent, and each connection ends once it is idle. */
import type { FastifyInstance } from 'fastify'

const IDLE_SWEEP_MS = 250 // a connection that falls idle during the close would hold it open for its whole keep-alive

export const closeGracefully = async (app: FastifyInstance): Promise<void> => {
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}
