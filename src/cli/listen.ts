/** `vezne listen`: a subscriber on this machine for as long as it runs; prints each event and whether its signature is right, and hands it on where that is asked. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stdout } from 'node:process'
import { Secret } from '../core/secret.ts'
import { hasValidSignature } from '../webhooks/signing/verify-signature.ts'
import { type ApiClient, createApiClient, readDemo } from './api-client.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { type Forwarding, forwardEvent, parseForwarding } from './forward-event.ts'

export const listen: Verb = {
  summary: 'print incoming events with their verified signature',
  usage: `listen                    until Ctrl-C; subscribes itself and unsubscribes at the end
  --events <names>        separated by commas; default: all
  --count <n>             ends after n events
  --port <n>              default: a free one
  --forward <address>     sends each event on, such as to http://127.0.0.1:3000/hooks, and prints the answer
  --secret <text>         with --forward: signs with your own secret; default: this subscription's, which is printed
  --tenant <slug>         default: tenant-demo
  --client <key>          key of demo.json; default: admin
  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)`,
  async run(words) {
    const { options } = parseArguments(words, [
      'events',
      'count',
      'port',
      'forward',
      'secret',
      'tenant',
      'client',
      'demo',
    ])
    const demo = readDemo(options.demo)
    const caller = createApiClient(demo, options.tenant ?? 'tenant-demo', options.client ?? 'admin')
    const left = { count: options.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber('count', options.count) }
    const done = Promise.withResolvers<void>()
    const signing = Promise.withResolvers<Secret>() // an event may come before the subscription has been answered
    const forwarding = readForwarding(options.forward, options.secret)
    const server = await serve(wholeNumber('port', options.port ?? '0'), async ({ headers }, body) => {
      const isRight = hasValidSignature(await signing.promise, headers, body, Date.now() / 1_000)
      const { status, note } = await answerTo(isRight, forwarding, headers, body)
      const print = (): void => {
        stdout.write(`${formatLine(headers, body, isRight)}${note === undefined ? '' : `\n          ${note}`}\n`)
        if (isRight && --left.count <= 0) done.resolve()
      }
      return { status, print }
    })
    try {
      const subscription = await subscribe(caller, demo.base_url, server, options.events ?? '*')
      signing.resolve(subscription.secret)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done.resolve())
      stdout.write(
        `listening for ${options.events ?? 'all events'} of ${options.tenant ?? 'tenant-demo'}; Ctrl-C ends it\n`,
      )
      if (forwarding !== undefined && forwarding.secret === undefined)
        stdout.write(`signed with ${subscription.secret.use((text) => text)}\n`)
      await done.promise
      await caller.call('DELETE', `${demo.base_url}${PATH}/${subscription.id}`)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  },
}

const PATH = '/api/v1/webhook-subscriptions'
const BODY_BYTES_MAX = 1024 * 1024 // far above any event

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number`)
  return Number(text)
}

const readForwarding = (url: string | undefined, secret: string | undefined): Forwarding | undefined => {
  if (url === undefined && secret !== undefined) throw new UsageError('--secret goes with --forward')
  return url === undefined ? undefined : parseForwarding(url, secret === undefined ? undefined : new Secret(secret))
}

const subscribe = async (caller: ApiClient, baseUrl: string, server: Server, events: string) => {
  const { port } = server.address() as AddressInfo
  const body = { url: `http://127.0.0.1:${port}/`, events, description: 'vezne listen', max_retry_count: 0 }
  const made = (await caller.call('POST', `${baseUrl}${PATH}`, body)) as { id: string; secret: string }
  return { id: made.id, secret: new Secret(made.secret) }
}

/** Any program on this machine, and a page in its browser, may send here: an event that the service has not signed is not passed on, and certainly not signed. */
const answerTo = async (
  isRight: boolean,
  forwarding: Forwarding | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ status: number; note: string | undefined }> => {
  if (!isRight) return { status: 400, note: forwarding && 'not forwarded' }
  return forwarding ? forwardEvent(forwarding, headers, body) : { status: 204, note: undefined }
}

/** `print` once the sender has its answer: the last event must not look failed to it. */
type Receive = (request: IncomingMessage, body: Buffer) => Promise<{ status: number; print: () => void }>

export const serve = async (port: number, receive: Receive): Promise<Server> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let length = 0
    const isAnswered = once(response, 'close') // or the sender waits no longer
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > BODY_BYTES_MAX) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', async () => {
      const { status, print } = await receive(request, Buffer.concat(chunks))
      response.writeHead(status, { connection: 'close' }).end()
      await isAnswered
      print()
    })
  })
  server.listen(port, '127.0.0.1')
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => {
      throw new UsageError(`cannot listen on port ${port}: ${(error as Error).message}`)
    }),
  ])
  return server
}

const formatLine = (headers: IncomingHttpHeaders, body: Buffer, isRight: boolean): string => {
  const mark = isRight ? 'signature verified' : 'SIGNATURE WRONG'
  const time = new Date().toTimeString().slice(0, 8)
  const [event, id, text] = [headers['x-service-event'], headers['x-service-event-id'], body.toString('utf8')].map(
    toPlain,
  )
  return `${time}  ${event}  ${id}  ${mark}\n          ${text}`
}

/** The sender's text is written to a terminal, so its control characters are removed. */
const toPlain = (text: unknown): string => String(text).replaceAll(/\p{Cc}/gu, '\ufffd')
