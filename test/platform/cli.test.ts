/** `npm run vezne -- <verb>` as a process of its own, against the running program. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { parseSeconds } from '../../src/cli/clock-command.ts'
import { serve } from '../../src/cli/listen.ts'
import { Secret } from '../../src/core/secret.ts'
import { hasValidSignature } from '../../src/webhooks/signing/verify-signature.ts'
import { assertBetween, assertReadDuring } from '../support/moments.ts'
import { paymentBody } from '../support/payments.ts'
import { startReceiver } from '../support/receiver.ts'
import { noteText } from '../support/seen.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let demoFile: string
before(async () => {
  const folder = join(vezne.dataDir, 'here')
  mkdirSync(folder)
  demoFile = join(folder, 'demo.json')
  const { cards, identity } = vezne.urls
  writeFileSync(demoFile, JSON.stringify({ ...vezne.demo, base_url: cards, auth_url: identity }), { mode: 0o600 })
})

interface Run {
  code: number | null
  out: string
  err: string
}
const start = (...words: string[]) => {
  const child = spawn(process.execPath, ['src/cli/vezne.ts', ...words])
  const run: Run = { code: null, out: '', err: '' }
  const seen = new Set<() => void>()
  child.stdout.on('data', (text) => {
    run.out += text
    for (const look of seen) look()
  })
  child.stderr.on('data', (text) => {
    run.err += text
  })
  const ended = new Promise<Run>((resolve) =>
    child.on('close', (code) => {
      noteText('output', run.out + run.err)
      resolve({ ...run, code })
    }),
  )
  const says = (text: string) =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (run.out.includes(text)) resolve()
      }
      seen.add(look)
      look()
    })
  return { child, ended, says }
}
const vezneSays = (...words: string[]): Promise<Run> => start(...words).ended

test('help lists the commands and their arguments', async () => {
  const all = await vezneSays('help')
  assert.equal(all.code, 0)
  for (const verb of ['listen', 'clock']) assert.match(all.out, new RegExp(`^ {2}${verb}`, 'm'))
  assert.match((await vezneSays('help', 'listen')).out, /--events/)
  assert.match((await vezneSays('clock', '--help')).out, /clock set/)
})

test('a mistake is one line and exit code 2', async () => {
  for (const words of [
    ['nothing'],
    ['clock', 'yesterday'],
    ['clock', 'set', 'noon'],
    ['clock', '--demo', '/nowhere.json'],
    ['listen', '--colour', 'red'],
    ['listen', '--secret', 'whsec_x', '--demo', demoFile],
    ['listen', '--forward', 'ftp://127.0.0.1/', '--demo', demoFile],
  ]) {
    const { code, err } = await vezneSays(...words)
    assert.equal(code, 2, words.join(' '))
    assert.equal(err.trim().split('\n').length, 1, err)
  }
})

test('clock reads, moves and sets', async () => {
  const at = async (...words: string[]): Promise<number> => {
    const { code, out, err } = await vezneSays('clock', ...words, '--demo', demoFile)
    assert.equal(code, 0, err)
    return Date.parse(out.trim())
  }
  const ahead = { aheadMs: 36 * 3_600_000, stepMs: 1_000 }
  await assertReadDuring(() => at(), { stepMs: 1_000 })
  await assertReadDuring(() => at('+1d12h'), ahead)
  await assertReadDuring(() => at(), ahead)
  const begun = Date.now()
  const newYear = Date.UTC(2030, 0, 1)
  assertBetween(await at('set', '2030-01-01T00:00:00Z'), newYear, newYear + Date.now() - begun)
  await assertReadDuring(() => at('set', 'real'), { stepMs: 1_000 })
})

const SPANS: [text: string, seconds: number | null][] = [
  ['+30s', 30],
  ['+5m', 300],
  ['+24h', 86_400],
  ['+1d12h', 129_600],
  ['24h', null],
  ['+', null],
  ['+1', null],
  ['+1w', null],
  ['-1h', null],
]
for (const [text, seconds] of SPANS)
  test(`${text} is ${seconds === null ? 'no span' : `${seconds} seconds`}`, () => {
    if (seconds === null) assert.throws(() => parseSeconds(text), /is no span/)
    else assert.equal(parseSeconds(text), seconds)
  })

const subscriptions = async (): Promise<string[]> => {
  const token = await vezne.token('admin')
  const { body } = await vezne.request('cards', 'GET', '/api/v1/webhook-subscriptions', { token })
  return body.items.map((item: { description: string }) => item.description)
}
const pay = async (): Promise<string> => {
  const sent = { token: await vezne.token('pos'), body: paymentBody(), headers: { 'x-external-merchant-id': 'M-1001' } }
  return (await vezne.request('cards', 'POST', '/api/v1/payments', sent)).body.transaction_id
}

test('listen prints an event with its verified signature, then unsubscribes', async () => {
  const { ended, says } = start('listen', '--count', '1', '--demo', demoFile)
  await says('Ctrl-C ends it')
  assert.ok((await subscriptions()).includes('vezne listen'))
  const transactionId = await pay()
  const { code, out } = await ended
  assert.equal(code, 0)
  assert.match(out, /payment\.completed {2}evt_[0-9a-f]{32} {2}signature verified/)
  assert.ok(out.includes(transactionId))
  assert.ok(!(await subscriptions()).includes('vezne listen'))
})

const listening = async (): Promise<string> => {
  const { body } = await vezne.request('cards', 'GET', '/api/v1/webhook-subscriptions', {
    token: await vezne.token('admin'),
  })
  return body.items.find((item: { description: string }) => item.description === 'vezne listen').url
}

test('listen hands on what the service signed and nothing else, and prints no control characters', async () => {
  const shop = await startReceiver()
  const own = ['--secret', 'whsec_of_the_shop', '--forward', `${shop.origin}/hooks`]
  const { ended, says } = start('listen', '--count', '1', ...own, '--demo', demoFile)
  await says('Ctrl-C ends it')
  const stamp = String(Math.floor(Date.now() / 1_000))
  const headers = { 'x-service-event': 'payment.completed', 'x-service-timestamp': stamp }
  const forged = await fetch(await listening(), { method: 'POST', headers, body: '{"type":"forged\u001b[2J"}' })
  assert.equal(forged.status, 400)
  await says('not forwarded')
  await pay()
  const { code, out } = await ended
  await shop.close()
  const [got, ...others] = shop.received
  assert.ok(got && others.length === 0 && code === 0)
  assert.ok(hasValidSignature(new Secret('whsec_of_the_shop'), got.headers, got.body, Date.now() / 1_000))
  assert.equal(JSON.parse(got.body.toString()).type, 'payment.completed')
  assert.match(out, /SIGNATURE WRONG[\s\S]*payment\.completed .* signature verified[\s\S]*forwarded: 200 in \d+ ms/)
  assert.ok(!out.includes('\u001b'))
})

test('listen prints an event whose sender no longer waited for the program it was handed to', async () => {
  const [asked, held, printed] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Held, Held, Held]
  const server = await serve(0, async () => {
    asked.resolve()
    await held.promise
    return { status: 204, print: () => printed.resolve() }
  })
  const connected = once(server, 'connection')
  const stop = new AbortController()
  const { port } = server.address() as AddressInfo
  const sent = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', signal: stop.signal })
  await asked.promise
  const [socket] = (await connected) as [Socket]
  const gone = once(socket, 'close')
  stop.abort()
  await Promise.all([assert.rejects(sent), gone])
  held.resolve()
  await printed.promise
  server.close()
})
type Held = PromiseWithResolvers<void>

test('listen unsubscribes when it is interrupted', async () => {
  const { child, ended, says } = start('listen', '--events', 'payment.failed', '--demo', demoFile)
  await says('Ctrl-C ends it')
  child.kill('SIGINT')
  assert.equal((await ended).code, 0)
  assert.ok(!(await subscriptions()).includes('vezne listen'))
})

test('link prints a page that takes the payment', async () => {
  const made = await vezneSays('link', '--amount', '129,9', '--description', 'Three books', '--demo', demoFile)
  assert.equal(made.code, 0, made.err)
  const [address = '', transaction, ...code] = made.out.trimEnd().split('\n')
  const page = await vezne.request('cards', 'GET', address.slice(vezne.urls.cards.length), {
    headers: { 'accept-language': 'en' },
  })
  assert.match(page.text, /TRY.129\.90[\s\S]*Three books/)
  assert.match(transaction ?? '', /^transaction [0-9a-f-]{36}, until /)
  // Two rows of modules a line: the code is as wide as it is high.
  assert.ok(
    code.length > 15 && code.every((line) => line.length >= 2 * code.length - 1 && /^[ █▀▄]+$/.test(line)),
    code.join('\n'),
  )
  const refused = await vezneSays('link', '--amount', '1.999', '--demo', demoFile)
  assert.deepEqual([refused.code, refused.out], [2, ''])
})
