/** A wrong password or client secret, and asking for a new password, take as long for existing as for unknown names. */
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import { demoClient } from '../support/demo.ts'
import type { Answer } from '../support/http.ts'
import type { Check } from './check.ts'

const USERS = 200
const GUESSES = 9 // of one name: the tenth would make it wait
const DIFFERENCE_MAX_MS = 1
const PASSWORD = 'correct horse battery 9'
const REALM = 'tenant-load' // without limits

export const loginTiming: Check = (say) => comparePeople(say, 'login')
/** A worker looks the names up meanwhile: its work falls on requests of both kinds alike. */
export const forgottenTiming: Check = (say) => comparePeople(say, 'forgotten-password')

const comparePeople = async (say: (line: string) => void, step: Step): Promise<boolean> => {
  const program = await openProgram()
  try {
    await program.start()
    for (let nth = 0; nth < USERS; nth++) await makeUser(program, `known-${nth}`)
    await timeOf(program, step, 'warm-up')
    const took = { known: [] as number[], nobody: [] as number[] }
    const bodies = new Set<string>()
    for (let guess = 0; guess < GUESSES; guess++)
      for (let nth = 0; nth < USERS; nth++)
        for (const kind of nth % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const)) {
          const { ms, body } = await timeOf(program, step, `${kind}-${nth}`)
          took[kind].push(ms)
          bodies.add(body)
        }
    return judged(say, took, bodies)
  } finally {
    await program.end()
  }
}

const CLIENT_ROUNDS = 222 // of nine guesses each: the tenth in a row would have to wait, a success starts the count again

export const clientTiming: Check = async (say) => {
  const program = await openProgram()
  try {
    await program.start()
    const right = demoClient(program.demo(), 'admin', REALM)
    const ask = (client_id: string, client_secret: string): Promise<Timed> =>
      timed(() =>
        program.http.request('identity', 'POST', `/api/v1/auth/${REALM}/token`, { body: { client_id, client_secret } }),
      )
    for (let nth = 0; nth < 50; nth++) await ask(`cid_test_warm_up_${nth}`, 'cs_test_wrong')
    const took = { known: [] as number[], nobody: [] as number[] }
    const bodies = new Set<string>()
    for (let round = 0; round < CLIENT_ROUNDS; round++) {
      for (let guess = 0; guess < GUESSES; guess++)
        for (const kind of guess % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const)) {
          const id = kind === 'known' ? right.client_id : `cid_test_nobody_${round}`
          const { ms, body } = await ask(id, 'cs_test_wrong')
          took[kind].push(ms)
          bodies.add(body)
        }
      await ask(right.client_id, right.client_secret)
    }
    return judged(say, took, bodies)
  } finally {
    await program.end()
  }
}

/** Pairs asked one after the other, which one first taking turns: what else the machine does falls on both alike. */
const judged = (
  say: (line: string) => void,
  took: Record<'known' | 'nobody', readonly number[]>,
  bodies: ReadonlySet<string>,
): boolean => {
  const pairs = took.known.map((ms, nth) => ms - (took.nobody[nth] as number))
  const difference = median(pairs)
  const spread = (1.25 * 1.48 * median(pairs.map((ms) => Math.abs(ms - difference)))) / Math.sqrt(pairs.length)
  say(
    `${pairs.length} pairs: median ${median(took.known).toFixed(2)} ms for existing names, ${median(took.nobody).toFixed(2)} ms for names nobody has`,
  )
  say(
    `median difference of a pair ${difference.toFixed(2)} ms (at most ${DIFFERENCE_MAX_MS}), known to ±${(2 * spread).toFixed(2)} ms; answers told apart: ${bodies.size - 1}`,
  )
  return Math.abs(difference) <= DIFFERENCE_MAX_MS && bodies.size === 1
}

const makeUser = async (program: Program, username: string): Promise<void> => {
  const answer = await program.http.request('identity', 'POST', '/api/v1/users', {
    token: await program.token(REALM),
    body: { username, email: `${username}@people.example`, password: PASSWORD, roles: ['pos-viewer'] },
  })
  if (answer.status !== 201) throw new Error(answer.text)
}

type Step = 'login' | 'forgotten-password'

const timeOf = (program: Program, step: Step, username: string): Promise<Timed> =>
  timed(() =>
    program.http.request('identity', 'POST', `/api/v1/auth/${REALM}/${step}`, {
      body: { username, ...(step === 'login' && { password: 'wrong horse battery' }) },
    }),
  )

interface Timed {
  ms: number
  /** The answer without what is its own each time. */
  body: string
}

const timed = async (ask: () => Promise<Answer>): Promise<Timed> => {
  const started = performance.now()
  const { body, status } = await ask()
  return { ms: performance.now() - started, body: JSON.stringify([status, { ...body, correlation_id: '' }]) }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] as number
