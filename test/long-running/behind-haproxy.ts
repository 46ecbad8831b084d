/** Through haproxy: proxy and program must see the same requests, so that no smuggled request is ever answered. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import { broken, get } from '../support/broken-requests.ts'
import { hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { sendRaw } from '../support/raw-http.ts'
import type { Check } from './check.ts'

const NEIGHBOURS = 20
const LOG_FLUSH_MS = 400

export const behindHaproxy: Check = async (say) => {
  if (!hasHaproxy()) {
    say('haproxy is not installed (Debian: apt-get install haproxy); direct, the same requests are part of npm test')
    return false
  }
  const program = await openProgram({ VEZNE_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    await program.start()
    const proxy = await startHaproxy(program.urls.cards as string)
    try {
      return await compare(program, proxy.url, say)
    } finally {
      await proxy.stop()
    }
  } finally {
    await program.end()
  }
}

const compare = async (program: Program, url: string, say: (line: string) => void): Promise<boolean> => {
  const [first] = (await sendRaw(url, get('/health/live'))).statuses
  if (first !== 200) throw new Error(`nothing behind the proxy answers: ${first}`)
  let faults = 0
  let refusedThere = 0
  let repaired = 0
  for (const [name, bytes] of broken) {
    const before = await requestsSeen(program)
    const answer = await sendRaw(url, Buffer.from(bytes, 'latin1'))
    const ours = [...answer.text.matchAll(/x-correlation-id:/gi)].length
    // Callers that share a connection behind the proxy must get their own responses.
    const others = await Promise.all(Array.from({ length: NEIGHBOURS }, () => sendRaw(url, get('/nowhere'))))
    const strangers = others.filter(({ statuses }) => statuses.length !== 1 || statuses[0] !== 404).length
    const seen = (await requestsSeen(program)) - before - NEIGHBOURS
    // Where the proxy repairs the framing, the two halves are two requests to both of them: that is agreement.
    if (ours === 0) refusedThere++
    else if (seen === 2) repaired++
    if (seen !== ours || strangers > 0) {
      faults++
      say(
        `${name}: ${answer.statuses.join(', ') || 'closed'}; ${ours} answers of ours, ${seen} requests seen; ${strangers} neighbours with another answer`,
      )
    }
  }
  say(
    `${broken.length} requests: ${refusedThere} refused by haproxy, ${broken.length - refusedThere} answered by the program (${repaired} as the two requests the proxy made of it); ${faults} read differently`,
  )
  return faults === 0
}

const requestsSeen = async ({ dataDir }: Program): Promise<number> => {
  await sleep(LOG_FLUSH_MS)
  return readFileSync(join(dataDir, 'vezne.log'), 'utf8').split(/"event":"request\.(?:finished|broken)"/).length - 1
}
