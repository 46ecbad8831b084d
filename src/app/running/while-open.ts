/** Starts and stops work as the platform is open, or closed by a restored database. */
import type { Restores } from '../../infra/database/promotions/restores.ts'

type Stop = () => unknown

/** Runs what `start` starts whenever the platform is open. Returns a function that stops it for good. */
export const whileOpen = (
  { closed, onChange }: Restores,
  start: () => Stop | Promise<Stop>,
  onError: (error: Error) => void,
): (() => Promise<void>) => {
  let isEnded = false
  let running = Promise.resolve(closed() === null ? start() : undefined)
  const follow = (): void => {
    running = running
      .then(async (stop) => {
        const isWanted = !isEnded && closed() === null
        if (isWanted === (stop !== undefined)) return stop
        if (isWanted) return start()
        await stop?.()
        return undefined
      })
      .catch((error: Error) => {
        onError(error)
        return undefined
      })
  }
  const silence = onChange(follow)
  return async () => {
    silence()
    isEnded = true
    follow()
    await running
  }
}
