/** Work that a process repeats for as long as it runs. */

/** Returns what stops it. It keeps no process alive; while a run takes longer than the interval, none is begun. `work` handles its failures. */
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
