/** Signing keys changed three times under 200 requests a second, ten thousand unknown key ids, and an old key after its time. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import { demoClient } from '../support/demo.ts'
import type { Check } from './check.ts'

const ROUNDS = 3
const PER_SECOND = 200
const ROUND_S = 5
const FLOOD = 10_000
const AT_ONCE = 32
const REALM = 'tenant-load'
const KEYS = `/api/v1/platform/realms/${REALM}/signing-keys`

export const rotatedSigningKeys: Check = async (say) => {
  const program = await openProgram()
  try {
    await program.start()
    const database = new pg.Client({ connectionString: program.ownerUrl() })
    await database.connect()
    const first = await fresh(program)
    const load = startLoad(program)
    const kids = new Set([kidOf(first)])
    for (let round = 0; round < ROUNDS; round++) {
      const sent = { token: await program.token('master') }
      const { status, text } = await program.http.request('identity', 'POST', KEYS, sent)
      if (status !== 201) throw new Error(text)
      await sleep((ROUND_S * 1_000) / 2)
      // The five minutes of waiting have passed: every cached key set has the new key by now.
      await database.query(`update signing_keys set signs_from = now() where signs_from > now()`)
      await sleep((ROUND_S * 1_000) / 2)
      kids.add(kidOf(await fresh(program)))
    }
    const { calls, refused } = await load.stop()
    const isGoodYet = (await me(program, first)) === 200
    // Six minutes later, for the keys: the first one's successor signs since then.
    await database.query(`update signing_keys set signs_from = signs_from - interval '6 minutes 1 second'`)
    await sleep(1_000) // until the program is notified
    const isOver = (await me(program, first)) === 401
    await database.end()
    const flood = await unknownKids(program, await fresh(program))
    say(
      `${ROUNDS} changes, ${kids.size} keys signed, ${calls} calls at ${PER_SECOND} a second: refused ${refused}; a token of the first key is good meanwhile: ${isGoodYet}, six minutes after its key: ${isOver ? 'refused' : 'still good'}`,
    )
    say(`${FLOOD} tokens with unknown key ids: refused ${flood.refused}, in ${flood.seconds.toFixed(0)} s`)
    return refused === 0 && kids.size === ROUNDS + 1 && isGoodYet && isOver && flood.refused === FLOOD
  } finally {
    await program.end()
  }
}

const fresh = async (program: Program): Promise<string> => {
  const { client_id, client_secret } = demoClient(program.demo(), 'admin', REALM)
  const sent = { body: { client_id, client_secret } }
  const { status, body, text } = await program.http.request('identity', 'POST', `/api/v1/auth/${REALM}/token`, sent)
  if (status !== 200) throw new Error(text)
  return body.access_token
}
const me = async (program: Program, token: string): Promise<number> =>
  (await program.http.request('identity', 'GET', '/api/v1/me', { token })).status
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()).kid

/** Every tenth call gets a new token, the others use one of the last. */
const startLoad = (program: Program) => {
  let [calls, refused, isOver] = [0, 0, false]
  const tokens: string[] = []
  const one = async (nth: number): Promise<void> => {
    if (nth % 10 === 0 || tokens.length === 0) tokens.unshift(await fresh(program))
    tokens.length = Math.min(tokens.length, 50)
    if ((await me(program, tokens[nth % tokens.length] as string)) !== 200) refused++
  }
  const running = (async () => {
    const under = new Set<Promise<void>>()
    const started = performance.now()
    while (!isOver) {
      const due = ((performance.now() - started) / 1_000) * PER_SECOND
      for (; calls < due; calls++) {
        const call: Promise<void> = one(calls)
          .catch(() => void refused++)
          .finally(() => under.delete(call))
        under.add(call)
      }
      await sleep(5)
    }
    await Promise.all(under)
  })()
  return {
    async stop() {
      isOver = true
      await running
      return { calls, refused }
    },
  }
}

const unknownKids = async (program: Program, token: string) => {
  const [, claims, signature] = token.split('.')
  const started = performance.now()
  let [left, refused] = [FLOOD, 0]
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: `unknown-${left}`, typ: 'at+jwt' }))
      const status = await me(program, `${header.toString('base64url')}.${claims}.${signature}`)
      if (status === 401 || status === 429) refused++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { refused, seconds: (performance.now() - started) / 1_000 }
}
