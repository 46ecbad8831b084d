/** Whether an address is reached from this machine, in words for people. */
import { connect } from 'node:net'

const ANSWER_MS = 5_000

/** Returns null where a GET is answered 200. */
export const answersAt = async (url: string): Promise<string | null> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    return answer.status === 200 ? null : `answers ${answer.status}`
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error & { code?: string } }
    return cause?.code ?? cause?.message ?? message
  }
}

/** Returns null where a connection is taken. */
export const takesConnections = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port })
    const end = (fault: string | null): void => {
      socket.destroy()
      resolve(fault)
    }
    socket.setTimeout(ANSWER_MS, () => end('does not answer'))
    socket.once('connect', () => end(null))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
