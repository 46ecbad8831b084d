/** Requests of this program to a surface of its own, without a socket: the whole pipeline, on behalf of a caller somewhere else. */
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

export interface InternalRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable | undefined
  /** Of the caller this request is made for: limits and the audit log take it for the caller's. */
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
