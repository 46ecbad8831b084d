/** A check that a surface for people makes of each call, in addition to its token. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Principal } from '../endpoint.ts'
import type { UnprovenLimit } from '../unproven.ts'

/** `headers` are those that were sent. Throws if the call must not continue. */
export type ConfirmCall = (
  spec: Endpoint,
  call: { principal: Principal | null; headers: IncomingHttpHeaders },
) => Promise<UnprovenLimit | null>
