/** A shopper's visit to the challenge, and a fault that waits for its call: facts with what has happened since. */
import type { FaultArmed, SessionOpened, SessionStep } from './facts.ts'

export interface Session extends SessionOpened {
  readonly opened_at: number
  wrong_codes: number
  result?: NonNullable<SessionStep['result']>
  used: boolean
}

export interface ArmedFault extends FaultArmed {
  fired: number
}
