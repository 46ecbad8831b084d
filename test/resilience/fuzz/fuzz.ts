/** Random mutations of valid requests against a running service, checked one by one; a failure comes with its seed and its smallest form. */
import fc from 'fast-check'
import { Pool } from 'undici'
import { noteAnswer, noteRequest } from '../../support/seen.ts'
import { judge, type Received } from './judge.ts'
import { KnownIds, SEEN } from './known-ids.ts'
import { type Operation, operationsOf } from './operations.ts'
import { type Loaded, load, type Plan, planFor } from './shoot.ts'
import { HINTS, type Hints } from './valid-values.ts'

export interface FuzzOptions {
  /** Addresses of the surfaces by name. */
  urls: Readonly<Record<string, string>>
  surfaces: readonly string[]
  /** A token for this operation. */
  token: (operation: Operation) => Promise<string>
  /** Headers of every request to a surface, such as the merchant. */
  headers: (operation: Operation) => Record<string, string>
  /** Values specific to this service, such as credentials. */
  hints: Hints
  seed: number
  perOperation: number
  seconds: number
  /** Called with every response. */
  onAnswer?: (operation: Operation, got: Received) => void
}

export interface Tally {
  operation: string
  requests: number
  /** By status, and code where it is a problem. */
  byAnswer: Record<string, number>
}
export interface FuzzReport {
  seed: number
  requests: number
  tallies: Tally[]
  failures: string[]
}

/** The banks payments go through are the seeded ones: only those created by a request are changed and deleted. */
const LEFT_ALONE = /\/(connectors|connector-configurations|routing-rules|simple-routing-rules)\b/

/** Of these a request does not even learn which others there are: the tenant that fuzzes is among them. */
const NOT_LEARNT = /\/(platform\/(tenants|plans)|merchants|bank-bins)\b/

const ROUND = 25 // requests of one operation before the next one has its turn
const LANES = 4

export const fuzz = async (options: FuzzOptions): Promise<FuzzReport> => {
  const gunner = openGunner(options)
  const operations = (await Promise.all(options.surfaces.map((surface) => documentOf(options.urls, surface)))).flat()
  const tallies = new Map(
    operations.map((each) => [
      each,
      { operation: `${each.surface} ${each.method} ${each.path}`, requests: 0, byAnswer: {} } as Tally,
    ]),
  )
  const failures: string[] = []
  const until = Date.now() + options.seconds * 1_000
  const rounds = Math.ceil(options.perOperation / ROUND)
  for (let round = 0; round < rounds && Date.now() < until; round++) {
    const waiting = operations.filter((each) => !failures.some((text) => text.startsWith(`${each.id}:`)))
    const lane = async (): Promise<void> => {
      for (let operation = waiting.shift(); operation && Date.now() < until; operation = waiting.shift()) {
        const runs = Math.min(ROUND, options.perOperation - round * ROUND)
        const failure = await fuzzOne(gunner, operation, tallies.get(operation) as Tally, options.seed + round, runs)
        if (failure !== undefined) failures.push(failure)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
  await gunner.close()
  const all = [...tallies.values()]
  return { seed: options.seed, requests: all.reduce((sum, { requests }) => sum + requests, 0), tallies: all, failures }
}

const documentOf = async (urls: FuzzOptions['urls'], surface: string): Promise<Operation[]> =>
  operationsOf(surface, await (await fetch(`${urls[surface]}/openapi.json`)).json())

const fuzzOne = async (
  gunner: Gunner,
  operation: Operation,
  tally: Tally,
  seed: number,
  numRuns: number,
): Promise<string | undefined> => {
  let last = ''
  const property = fc.asyncProperty(planFor(operation, gunner.hints), async (plan) => {
    const { faults, got, story } = await gunner.fire(operation, plan)
    tally.requests++
    const answer = got.status < 400 ? String(got.status) : `${got.status} ${/"code":"(\w+)"/.exec(got.text)?.[1]}`
    tally.byAnswer[answer] = (tally.byAnswer[answer] ?? 0) + 1
    if (faults.length > 0) last = `${story}\n  got ${got.status} ${got.text.slice(0, 600)}\n  ${faults.join('\n  ')}`
    return faults.length === 0
  })
  const result = await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: 5_000 })
  const thrown = result.errorInstance instanceof Error && last === '' ? result.errorInstance.stack : ''
  // On a busy machine the time may run out before one request is checked: that is no failure.
  const isFound = result.failed && !(result.interrupted && result.counterexample === null)
  return isFound ? `${operation.id}: seed ${seed}, path ${result.counterexamplePath}\n  ${last}${thrown}` : undefined
}

interface Gunner {
  readonly hints: Hints
  fire(operation: Operation, plan: Plan): Promise<{ faults: string[]; got: Received; story: string }>
  close(): Promise<void>
}

const openGunner = (options: FuzzOptions): Gunner => {
  const ids = new KnownIds()
  const pools = new Map<string, Pool>()
  let next = 0
  // Callers without a token are limited by address: every request comes from another one, where the system lets us.
  const poolOf = (surface: string): Pool => {
    const localAddress = process.platform === 'linux' ? `127.0.2.${(next++ % 250) + 1}` : undefined
    const key = `${surface} ${localAddress}`
    const known =
      pools.get(key) ??
      new Pool(options.urls[surface] as string, {
        ...(localAddress ? { localAddress } : {}),
        connections: 2,
      })
    pools.set(key, known)
    return known
  }
  return {
    hints: { ...HINTS, ...options.hints },
    async fire(operation, plan) {
      const loaded = load(operation, plan, ids)
      const request = await requestOf(operation, loaded, options)
      noteRequest(request.path, request.body)
      const answer = await poolOf(operation.surface).request(request as Parameters<Pool['request']>[0])
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
      const got = { status: answer.statusCode, headers, text: await answer.body.text() }
      noteAnswer(request.method, request.path, got)
      options.onAnswer?.(operation, got)
      const isJson = got.status < 300 && headers['content-type']?.startsWith('application/json')
      const isSeeded = got.status !== 201 && LEFT_ALONE.test(operation.path)
      if (isJson && (got.status === 201 || !NOT_LEARNT.test(operation.path)))
        ids.keep(isSeeded ? `${operation.path}${SEEN}` : operation.path, JSON.parse(got.text))
      if (got.status < 300 && operation.id === 'postPayments')
        ids.keep('/api/v1/Trace', { id: headers['x-correlation-id'] })
      const sent = {
        isInvalid: loaded.isInvalid,
        requestId: UUID.test(request.headers['x-request-id'] ?? '') ? request.headers['x-request-id'] : undefined,
        text: String(request.body ?? ''),
      }
      return { faults: judge(operation, sent, got), got, story: storyOf(request, loaded) }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

const requestOf = async (operation: Operation, { shot }: Loaded, options: FuzzOptions): Promise<Request> => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => shot.path[name] ?? '')
  const query = shot.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const token =
    !operation.hasToken || shot.token === 'none'
      ? undefined
      : shot.token === 'good'
        ? await options.token(operation)
        : shot.token
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...options.headers(operation),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...shot.headers,
    },
    body: shot.raw ?? (shot.body === undefined ? undefined : JSON.stringify(shot.body)),
  }
}

const storyOf = ({ method, path, headers, body }: Request, { done, isInvalid }: Loaded): string => {
  const { authorization, ...shown } = headers
  return `${method} ${path} ${JSON.stringify(shown)}${authorization ? ' with a token' : ''}\n  ${String(body ?? '').slice(0, 1_000)}\n  damages: ${done.join(', ') || 'none'}${isInvalid ? ' (must be refused)' : ''}`
}
