/**
 * Limits how many bytes of large bodies this process holds at once. Beyond that a request waits a moment and is then
 * refused before its body is read.
 */
import type { FastifyInstance, RequestPayload } from 'fastify'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { BODY_BYTES_MAX } from './http-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    heldBody: BodyReservation | null
    /** Pieces as received from the connection. */
    bodyPieces: Buffer[] | null
  }
}

/** A body up to this size never waits; payments are a tenth of it. */
export const SMALL_BODY_BYTES = 16 * 1024
export const LARGE_BODIES_BYTES = 6 * BODY_BYTES_MAX
const WAIT_MS = 2_000

interface BodyReservation {
  /** Reports the actual size of the body. */
  shrink(bytes: number): void
  release(): void
}

export interface BodyMemoryLimit {
  /** Returns null for a small body, which reserves nothing. Rejects with 503 if no memory was released in time. */
  take(bytes: number): Promise<BodyReservation> | null
}

/** `waitMs` is how long a request waits for its turn. */
export const createBodyMemoryLimit = (total = LARGE_BODIES_BYTES, waitMs = WAIT_MS): BodyMemoryLimit => {
  let free = total
  const waiting: { bytes: number; go: () => void }[] = []
  const give = (bytes: number): void => {
    free += bytes
    while (waiting[0] !== undefined && waiting[0].bytes <= free) waiting.shift()?.go()
  }
  const hold = (bytes: number): BodyReservation => {
    let held = bytes
    free -= held
    const keep = (left: number): void => {
      const returned = held - Math.min(left, held)
      held -= returned
      if (returned > 0) give(returned)
    }
    return { shrink: (size) => keep(size <= SMALL_BODY_BYTES ? 0 : size), release: () => keep(0) }
  }
  return {
    take(bytes) {
      if (bytes <= SMALL_BODY_BYTES) return null
      const wanted = Math.min(bytes, total)
      if (waiting.length === 0 && wanted <= free) return Promise.resolve(hold(wanted))
      return new Promise((resolve, reject) => {
        const go = (): void => {
          clearTimeout(timer)
          resolve(hold(wanted))
        }
        const turn = { bytes: wanted, go }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(crowded())
        }, waitMs)
        waiting.push(turn)
      })
    },
  }
}

const crowded = (): Problem =>
  new Problem('service_unavailable', {
    detail: phrase`Too many large bodies are on their way at once; send it again in a few seconds. Bodies up to ${SMALL_BODY_BYTES} bytes are always taken.`,
    headers: { connection: 'close' },
  })

/**
 * Reserves memory once the caller is authorized and before a byte of the body is read; holds it until the response is
 * sent, as long as the parsed body exists. The bytes themselves are released as soon as they are unused, because they
 * lie outside the heap, where V8 lets 64 MB of garbage accumulate.
 */
export const limitBodyMemory = (app: FastifyInstance, budget: BodyMemoryLimit): void => {
  app.decorateRequest('heldBody', null)
  app.decorateRequest('bodyPieces', null)
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    if (request.routeOptions.config.streamsBody) return done(null, payload)
    const declared = Number(length ?? 0)
    if (coding === undefined && declared <= SMALL_BODY_BYTES) return done(null, payload)
    const most = request.routeOptions.bodyLimit // the route's limit, otherwise the general one
    const bytes = coding === undefined ? declared : most
    const taken = bytes > most ? null : budget.take(bytes) // a body that is too large is refused unread
    if (taken === null) return done(null, payload)
    taken.then((held) => {
      request.heldBody = held
      if (request.raw.destroyed) held.release()
      else reply.raw.once('close', held.release)
      request.bodyPieces = piecesOf(payload, bytes)
      done(null, payload)
    }, done)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    request.heldBody?.shrink((request.body as Buffer | undefined)?.length ?? 0)
    for (const piece of request.bodyPieces ?? []) letGo(piece) // the body is a copy of the pieces
    request.bodyPieces = null
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // If the caller disconnected, the work on its body may still be running.
    if (request.heldBody !== null && reply.raw.writableFinished) letGo(request.body as Buffer | undefined)
    done()
  })
}

/** Returns the pieces of a body; one that turns out longer than `most` is discarded and refused, however long it is. */
const piecesOf = (payload: RequestPayload, most: number): Buffer[] => {
  const pieces: Buffer[] = []
  let room = most
  const keep = (piece: Buffer): void => {
    room -= piece.length
    if (room >= 0) return void pieces.push(piece)
    payload.off('data', keep)
    pieces.length = 0
  }
  payload.on('data', keep)
  return pieces
}

/** Releases the memory of a buffer, unless it is shared with other buffers. */
const letGo = (bytes: Buffer | undefined): void => {
  if (bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0)
}
