/**
 * Requests of this program to one of its own surfaces, without a socket: they pass the whole pipeline, on behalf of a
 * remote caller.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

export interface InternalRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable | undefined
  /** Address of the caller this request is made for, used by limits and the audit log. */
  readonly address: string
}

export interface InternalResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: Readable
}

export const sendInternally = async (
  app: FastifyInstance,
  { method, url, headers, body, address }: InternalRequest,
): Promise<InternalResponse> => {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
    remoteAddress: address,
    payloadAsStream: true,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.stream() }
}
