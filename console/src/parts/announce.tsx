/** One live region that exists when the page loads: it reads out what happened to those who do not see it. */
import { type ReactNode, useSyncExternalStore } from 'react'
import { waitingWrite } from '../api/waiting.ts'

const listeners = new Set<() => void>()
let text = ''

/** Announces what a write did; if it was only a request, the notice about that is read out instead. */
export const announceDone = (said: string): void => {
  if (waitingWrite() === null) announce(said)
}

export const announce = (said: string): void => {
  // The same words twice in a row are announced twice.
  text = said === text ? `${said}\u00a0` : said
  for (const listener of listeners) listener()
}

const follow = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const Announcements = (): ReactNode => {
  const said = useSyncExternalStore(follow, () => text)
  return (
    <div role="status" aria-live="polite" className="unseen">
      {said}
    </div>
  )
}
