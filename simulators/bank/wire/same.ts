/** Compares what a caller sent with a secret, in a time that does not tell how much of it was right. */
import { timingSafeEqual } from 'node:crypto'

export const same = (given: string, known: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(known)]
  return a.length === b.length && timingSafeEqual(a, b)
}
