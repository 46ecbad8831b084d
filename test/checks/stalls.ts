/** Check G6: how long one hostile body keeps the program from everything else, the first time and later, in processor time of its main thread. */
import { readFileSync } from 'node:fs'
import { request } from 'undici'
import { openProgram, type Program } from '../chaos/program.ts'
import type { Check } from './check.ts'

const STALL_MAX_MS = 50
const MIB = 1024 * 1024
const TIMES = 3

const filled = (open: string, item: string, close: string): string =>
  `${open}${item.repeat(Math.floor((MIB - open.length - close.length) / item.length)).replace(/,$/, '')}${close}`

const BODIES: Record<string, string> = {
  'a small payment': '{"amount":{"amount":100,"currency":"TRY"},"installment":1}',
  'one long text': filled('{"description":"', 'a', '"}'),
  'a text of escapes': filled('{"description":"', '\\u0041', '"}'),
  'numbers with exponents': filled('{"basket_items":[', '1.5e3,', ']}'),
  'long numbers': filled('{"basket_items":[', '1234567890.12345678e5,', ']}'),
  'small numbers': filled('{"basket_items":[', '1,', ']}'),
  'a list of objects': filled('{"basket_items":[', '{"name":"a","price":1},', ']}'),
  'a list of lists': filled('{"basket_items":[', '[],', ']}'),
  'many members': `{${Array.from({ length: 60_000 }, (_, n) => `"m${n}":${n}`).join(',')}}`,
  'many members of a map': `{"extra_properties":{${Array.from({ length: 60_000 }, (_, n) => `"m${n}":"${n}"`).join(',')}}}`,
  'depth 32': `${'['.repeat(32)}${']'.repeat(32)}`,
  'depth without end': filled('', '[', ''),
  'digits that look like cards': filled('{"description":"', '4546 7112 3456 7894 ', '"}'),
  'digits in groups of one': filled('{"description":"', '4 ', '"}'),
  'digits without end': filled('{"description":"', '4', '"}'),
  blanks: filled('{}', ' ', ''),
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
