/** Compares what a caller sent with a secret, in constant time. */
import { timingSafeEqual } from 'node:crypto'

export const same = (given: string, known: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(known)]
  return a.length === b.length && timingSafeEqual(a, b)
}
