/** What a surface for people asks of each call, beside its token. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Principal } from '../endpoint.ts'
import type { UnprovenLimit } from '../unproven.ts'

/** `headers`: as they were sent. Throws where the call must not go on. */
export type ConfirmCall = (
  spec: Endpoint,
  call: { principal: Principal | null; headers: IncomingHttpHeaders },
) => Promise<UnprovenLimit | null>
