/** How long one hostile body keeps the program from everything else, the first time and later, in processor time of its main thread. */
import { readFileSync } from 'node:fs'
import { request } from 'undici'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import type { Check } from './check.ts'
import { HOSTILE_BODIES } from './hostile-bodies.ts'

const STALL_MAX_MS = 50
const TIMES = 3

const BODIES: Record<string, string> = {
  'a small payment': '{"amount":{"amount":100,"currency":"TRY"},"installment":1}',
  ...HOSTILE_BODIES,
}

export const stalls: Check = async (say) => {
  const program = await openProgram()
  try {
    await program.start()
    let isFine = true
    for (const [name, body] of Object.entries(BODIES)) {
      const took = await timesOf(program, body)
      const isLong = took.some((ms) => ms > STALL_MAX_MS)
      if (isLong) isFine = false
      say(`${isLong ? 'LONG ' : ''}${name}: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    }
    return isFine
  } finally {
    await program.end()
  }
}

/** The first body meets a program that has just started; each other one that has seen none of its kind. */
const timesOf = async (program: Program, body: string): Promise<number[]> => {
  const token = await program.token('tenant-load')
  const took: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const before = runningMs(program)
    const answer = await request(`${program.urls.cards}/api/v1/payments`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    await answer.body.dump()
    took.push(runningMs(program) - before)
  }
  return took
}

const runningMs = (program: Program): number => {
  const { pid } = program.current()
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
