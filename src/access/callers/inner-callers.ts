/** Callers of requests that this program makes to itself: they are known already, so a request carries a ticket in place of a token. */
import { randomUUID } from 'node:crypto'
import type { Principal } from '../endpoint.ts'
import { malformedToken } from './access-token.ts'
import type { Authenticate } from './authenticate.ts'

interface InnerCallers {
  /** Takes only tickets, each once; for surfaces that no socket reaches. */
  readonly authenticate: Authenticate
  /** Sends one request on behalf of a caller; the ticket is its Authorization header, and ends with it. */
  callAs<T>(principal: Principal, send: (ticket: string) => Promise<T>): Promise<T>
}

export const createInnerCallers = (): InnerCallers => {
  const waiting = new Map<string, Principal>()
  return {
    async authenticate(ticket = '') {
      const principal = waiting.get(ticket)
      waiting.delete(ticket)
      if (!principal) throw malformedToken()
      return principal
    },
    async callAs(principal, send) {
      const ticket = randomUUID()
      waiting.set(ticket, principal)
      try {
        return await send(ticket)
      } finally {
        waiting.delete(ticket) // the request may have been refused before its caller was looked up
      }
    },
  }
}
