/**
 * Reads the bytes of a body and stores no more than an event may have, because anyone who knows the address may send.
 */
import { WebhookError } from './verify.ts'

const BODY_BYTES_MAX = 1024 * 1024 // an event has some 2 kB

export const readWhole = async (body: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    size += bytes.length
    if (size > BODY_BYTES_MAX) throw new WebhookError('not_an_event', 'The body is larger than an event')
    parts.push(bytes)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Not every runtime can iterate over a stream. */
export async function* readParts(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
