/** Bytes to a port and the bytes that come back, until the other side closes or falls silent. */
import { connect } from 'node:net'
import { noteText } from './seen.ts'

export interface RawAnswer {
  text: string
  /** Status codes of every answer that came back, in order. */
  statuses: number[]
  isClosed: boolean
}

const DRIP_MS = 250
const SILENCE_MS = 400 // after the last byte; long against a loopback answer
const FIRST_BYTE_MS = 15_000 // a busy machine takes its time to answer at all

/**
 * `drip` goes out again and again after `bytes`; then only the other side ends it. `from`: the address to call from.
 * `firstByteMs`: for what is never answered.
 */
export const sendRaw = (
  url: string,
  bytes: string | Buffer,
  drip?: string,
  from?: string,
  firstByteMs = FIRST_BYTE_MS,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({
      port: Number(port),
      host: hostname,
      ...(from === undefined ? {} : { localAddress: from }),
    })
    let text = ''
    const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), DRIP_MS)
    const finish = (isClosed: boolean): void => {
      clearInterval(dripping)
      socket.destroy()
      noteText('answers', text)
      resolve({
        text,
        isClosed,
        statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
      })
    }
    if (drip === undefined) socket.setTimeout(firstByteMs, () => finish(false))
    socket.on('data', (chunk) => {
      if (drip === undefined) socket.setTimeout(SILENCE_MS)
      text += chunk.toString('latin1')
    })
    socket.on('end', () => finish(true))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? finish(true) : reject(error)))
    socket.write(bytes)
  })

/** The problem document of an answer. */
export const rawProblem = ({ text }: RawAnswer): { code?: string; status?: number; correlation_id?: string } => {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  return JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1) || '{}')
}
