/** A response no endpoint counted is counted by its caller's address; but an internal fault is returned as one, however frequent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrase } from '../../src/core/phrases/phrase.ts'
import { Problem } from '../../src/core/problem.ts'
import { openHttpServer } from '../../src/infra/http/http-server.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { createLog } from '../../src/infra/process/log.ts'

const open = () => {
  const app = openHttpServer({
    config: loadConfig({}),
    log: createLog('fatal', { write: () => undefined }),
    surface: 'cards',
    limitAnonymous: () => {
      throw new Problem('rate_limit_exceeded', { detail: phrase`The limit is used up.` })
    },
  })
  app.get('/away', () => {
    throw new Error('terminating connection due to administrator command')
  })
  app.get('/unavailable', () => {
    throw new Problem('service_unavailable', { detail: phrase`Nothing can be read right now.` })
  })
  app.get('/no-token', () => {
    throw new Problem('invalid_token', { detail: phrase`Send a token.` })
  })
  return app
}

const table: [path: string, status: number][] = [
  ['/away', 500],
  ['/unavailable', 503],
  ['/no-token', 429],
  ['/nowhere', 429],
]
for (const [path, status] of table)
  test(`${path} answers ${status} to an address above its limit`, async () => {
    const app = open()
    assert.equal((await app.inject({ url: path, headers: { host: '127.0.0.1' } })).statusCode, status)
    await app.close()
  })
