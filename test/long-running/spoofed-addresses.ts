/** Headers that claim another address, sent by an allowed and by a foreign caller, past the proxy and through haproxy. */
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import { demoClient } from '../support/demo.ts'
import { hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { rawProblem, sendRaw } from '../support/raw-http.ts'
import { spoofedHeaders } from '../support/spoofed-headers.ts'
import type { Check } from './check.ts'

const ALLOWED = '127.0.1.7'
const FOREIGN = '127.0.1.8'
const PROXY = '127.0.0.1' // what haproxy calls from
const REALM = 'tenant-load' // its plan does not count token requests

export const spoofedAddresses: Check = async (say) => {
  const program = await openProgram({ VEZNE_TRUSTED_PROXIES: `${PROXY}, ::1` })
  try {
    await program.start()
    await asOwner(program.ownerUrl(), (client) =>
      client.query(`update clients set allowed_ips = $1 where client_id = $2`, [ALLOWED, secretsOf(program).client_id]),
    )
    await program.kill()
    await program.start() // its caches were not notified
    const direct = await judge(program, program.urls.identity as string, 'direct', say)
    if (!hasHaproxy()) {
      say('haproxy is not installed (Debian: apt-get install haproxy)')
      return false
    }
    const proxy = await startHaproxy(program.urls.identity as string)
    try {
      return (await judge(program, proxy.url, 'through haproxy', say)) && direct
    } finally {
      await proxy.stop()
    }
  } finally {
    await program.end()
  }
}

const secretsOf = (program: Program) => demoClient(program.demo(), 'admin', REALM)

const judge = async (program: Program, url: string, way: string, say: (line: string) => void): Promise<boolean> => {
  const { client_id, client_secret } = secretsOf(program)
  const body = JSON.stringify({ client_id, client_secret })
  let bypasses = 0
  let refused = 0
  const variants = spoofedHeaders(ALLOWED, [PROXY, '::1'])
  const isServed = async (from: string, lines: readonly string[]): Promise<boolean> => {
    const head = [
      `POST /api/v1/auth/${REALM}/token HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...lines,
    ]
    const answer = await sendRaw(url, `${head.join('\r\n')}\r\n\r\n${body}`, undefined, from)
    if (answer.statuses[0] === 200) return true
    const { code } = rawProblem(answer)
    if (code !== 'ip_not_allowed') throw new Error(`${way}: ${answer.statuses[0]} ${code} for ${lines.join(' | ')}`)
    return false
  }
  for (const lines of variants) {
    if (await isServed(FOREIGN, lines)) {
      bypasses++
      say(`${way}: a foreign caller got in with ${lines.join(' | ')}`)
    }
    if (!(await isServed(ALLOWED, lines))) {
      refused++
      say(`${way}: the allowed caller was refused with ${lines.join(' | ')}`)
    }
  }
  say(`${way}: ${variants.length} variants, bypasses ${bypasses}, allowed caller refused ${refused}`)
  return bypasses + refused === 0 && variants.length >= 200
}
