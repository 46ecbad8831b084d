/** A body that the handler reads while it comes in, instead of one that is gathered first. */
import { Readable } from 'node:stream'
import type { preParsingHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    bodyStream: AsyncIterable<Uint8Array> | null
  }
}

/** Gives the parser nothing, and the handler the caller's bytes. */
export const leaveStream: preParsingHookHandler = (request, _reply, payload, done) => {
  request.bodyStream = payload
  // Fastify compares this number with the declared length.
  const receivedEncodedLength = Number(request.headers['content-length'] ?? 0)
  done(null, Object.assign(Readable.from([]), { receivedEncodedLength }))
}

/** Stands in for the body where its presence is checked. */
export const COMES_LATER = Buffer.alloc(1)
