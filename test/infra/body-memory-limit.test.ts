/** Large bodies are queued; small ones never wait. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import { request } from 'undici'
import { Problem } from '../../src/core/problem.ts'
import { createBodyMemoryLimit, limitBodyMemory, SMALL_BODY_BYTES } from '../../src/infra/http/body-memory-limit.ts'

const KIB = 1024
const WAIT_MS = 20

test('a small body reserves nothing', () => {
  assert.equal(createBodyMemoryLimit(KIB).take(SMALL_BODY_BYTES), null)
})

test('released memory admits the next bodies, in order of arrival', async () => {
  const budget = createBodyMemoryLimit(200 * KIB, 60_000)
  const first = await budget.take(100 * KIB)
  const second = await budget.take(100 * KIB)
  const order: string[] = []
  const third = budget.take(100 * KIB)?.then((held) => [order.push('third'), held] as const)
  const fourth = budget.take(20 * KIB)?.then((held) => [order.push('fourth'), held] as const)
  first?.shrink(90 * KIB)
  await Promise.resolve()
  assert.deepEqual(order, [])
  first?.shrink(10 * KIB)
  await third
  assert.deepEqual(order, ['third'])
  second?.release()
  await fourth
  assert.deepEqual(order, ['third', 'fourth'])
})

test('one that waits too long is refused with a hint, and leaves the queue', async () => {
  const budget = createBodyMemoryLimit(100 * KIB, WAIT_MS)
  const held = await budget.take(100 * KIB)
  await assert.rejects(
    async () => budget.take(100 * KIB),
    (error) => error instanceof Problem && error.status === 503 && /large bodies/.test(error.message),
  )
  held?.release()
  held?.release() // twice frees once
  await budget.take(100 * KIB)
  await assert.rejects(async () => budget.take(100 * KIB))
})

test('a body larger than the whole budget waits for all of it', async () => {
  const budget = createBodyMemoryLimit(100 * KIB, WAIT_MS)
  const held = await budget.take(500 * KIB)
  assert.ok(held)
})

test('the bytes of a large body are freed early: its chunks before it is handled, itself with the response', async () => {
  const app = Fastify({ bodyLimit: 200 * KIB })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  limitBodyMemory(app, createBodyMemoryLimit(400 * KIB, WAIT_MS))
  const pieces: Buffer[] = []
  const bodies: Buffer[] = []
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    payload.on('data', (piece: Buffer) => pieces.push(piece))
    done(null, payload)
  })
  app.post('/', (request, reply) => {
    assert.deepEqual(new Set(pieces.map(({ length }) => length)), new Set([0]))
    bodies.push(request.body as Buffer)
    reply.send(String(bodies[0]?.toString() === 'a'.repeat(150 * KIB)))
  })
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const answered = Promise.withResolvers<void>()
    app.server.prependOnceListener('request', (_, response) => response.once('close', () => answered.resolve()))
    const send = (body: string | Readable) =>
      request(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
    assert.equal(await (await send('a'.repeat(150 * KIB))).body.text(), 'true')
    await answered.promise
    assert.equal(bodies[0]?.length, 0)
    const endless = async function* () {
      for (let n = 0; n < 4; n++) yield Buffer.alloc(64 * KIB)
    }
    assert.equal((await send(Readable.from(endless()))).statusCode, 413)
  } finally {
    await app.close()
  }
})
