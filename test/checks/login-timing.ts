/** Check D13 for people: a login with a wrong password takes as long for a user there is as for one nobody has. */
import { openProgram, type Program } from '../chaos/program.ts'
import type { Check } from './check.ts'

const USERS = 200
const GUESSES = 9 // of one name: the tenth would make it wait
const DIFFERENCE_MAX_MS = 1
const PASSWORD = 'correct horse battery'
const REALM = 'tenant-load' // without limits

export const loginTiming: Check = async (say) => {
  const program = await openProgram()
  try {
    await program.start()
    for (let nth = 0; nth < USERS; nth++) await makeUser(program, `known-${nth}`)
    await timeOf(program, 'warm-up')
    const took = { known: [] as number[], nobody: [] as number[] }
    const begun = performance.now()
    const bodies = new Set<string>()
    for (let guess = 0; guess < GUESSES; guess++)
      for (let nth = 0; nth < USERS; nth++)
        for (const kind of nth % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const)) {
          const { ms, body } = await timeOf(program, `${kind}-${nth}`)
          took[kind].push(ms)
          bodies.add(body)
        }
    // Pairs asked one after the other, which one first taking turns: what else the machine does falls on both alike.
    const pairs = took.known.map((ms, nth) => ms - (took.nobody[nth] as number))
    const difference = median(pairs)
    const spread = (1.25 * 1.48 * median(pairs.map((ms) => Math.abs(ms - difference)))) / Math.sqrt(pairs.length)
    say(
      `${pairs.length} pairs of wrong passwords in ${((performance.now() - begun) / 1_000).toFixed(0)} s: median ${median(took.known).toFixed(2)} ms for users there are, ${median(took.nobody).toFixed(2)} ms for names nobody has`,
    )
    say(
      `median difference of a pair ${difference.toFixed(2)} ms (at most ${DIFFERENCE_MAX_MS}), known to ±${(2 * spread).toFixed(2)} ms; answers told apart: ${bodies.size - 1}`,
    )
    return Math.abs(difference) <= DIFFERENCE_MAX_MS && bodies.size === 1
  } finally {
    await program.end()
  }
}

const makeUser = async (program: Program, username: string): Promise<void> => {
  const answer = await program.http.request('identity', 'POST', '/api/v1/users', {
    token: await program.token(REALM),
    body: { username, email: `${username}@people.example`, password: PASSWORD, roles: ['pos-viewer'] },
  })
  if (answer.status !== 201) throw new Error(answer.text)
}

/** The answer without what is its own each time. */
const timeOf = async (program: Program, username: string): Promise<{ ms: number; body: string }> => {
  const started = performance.now()
  const { body, status } = await program.http.request('identity', 'POST', `/api/v1/auth/${REALM}/login`, {
    body: { username, password: 'wrong horse battery' },
  })
  const ms = performance.now() - started
  return { ms, body: JSON.stringify([status, { ...body, correlation_id: '' }]) }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] as number
