/** The platform's clock. In a sandbox it may be moved, so relative times follow it and not the browser's. */
import { useEffect, useRef, useState } from 'react'
import { useMe } from './me.ts'

const TICK_MS = 15_000

/** Returns milliseconds by the platform's clock, updated four times a minute. */
export const usePlatformNow = (): number => {
  const { clock } = useMe()
  const base = useRef({ text: clock.now, at: Date.now() })
  if (base.current.text !== clock.now) base.current = { text: clock.now, at: Date.now() }
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(clock.now) + Date.now() - base.current.at
}
