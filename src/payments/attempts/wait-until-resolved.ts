/** Waits at most ten seconds, outside any transaction, for the work of another call in this process or another one. */

export const WAIT_MAX_MS = 10_000 // docs/interface/requests.md#idempotency
const POLL_MS = [50, 100, 250] as const
const WAITERS_MAX = 200 // per process; further callers get the current state at once
let waiters = 0

interface WaitOptions<T> {
  read: () => Promise<T>
  isOpen: (found: T) => boolean
  /** Returns the work itself if this process does it. */
  running: () => Promise<unknown> | undefined
}

/** Returns the state once no process works on it any longer, or on timeout. */
export const waitUntilResolved = async <T>({ read, isOpen, running }: WaitOptions<T>): Promise<T> => {
  let found = await read()
  if (!isOpen(found) || waiters >= WAITERS_MAX) return found
  waiters++
  try {
    const deadline = Date.now() + WAIT_MAX_MS
    for (let round = 0; isOpen(found) && Date.now() < deadline; round++) {
      await waitForWorkOr(running(), POLL_MS[Math.min(round, POLL_MS.length - 1)] as number)
      found = await read()
    }
    return found
  } finally {
    waiters--
  }
}

const waitForWorkOr = async (running: Promise<unknown> | undefined, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const later = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await (running ? Promise.race([running.catch(() => undefined), later]) : later)
  clearTimeout(timer)
}
