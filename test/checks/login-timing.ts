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
    const bodies = new Set<string>()
    for (let guess = 0; guess < GUESSES; guess++)
      for (let nth = 0; nth < USERS; nth++)
        for (const kind of nth % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const)) {
          const { ms, body } = await timeOf(program, `${kind}-${nth}`)
          took[kind].push(ms)
          bodies.add(body)
        }
    const [known, nobody] = [median(took.known), median(took.nobody)]
    const difference = Math.abs(known - nobody)
    say(
      `${took.known.length} wrong passwords each: median ${known.toFixed(2)} ms for users there are, ${nobody.toFixed(2)} ms for names nobody has; difference ${difference.toFixed(2)} ms (at most ${DIFFERENCE_MAX_MS}); ${bodies.size} answer${bodies.size === 1 ? '' : 's'}`,
    )
    return difference <= DIFFERENCE_MAX_MS && bodies.size === 1
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
