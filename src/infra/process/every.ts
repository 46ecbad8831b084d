/** Work that a process repeats as long as it runs. */

/**
 * Returns a function that stops it. It does not keep a process alive, and begins no run while one takes longer than the
 * interval. `work` must handle its failures.
 */
export const every = (ms: number, work: () => unknown): (() => void) => {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    const run = work()
    if (!(run instanceof Promise)) return
    isRunning = true
    void run.finally(() => {
      isRunning = false
    })
  }, ms).unref()
  return () => clearInterval(timer)
}
