/** A base whose seven ports are free, below the range from which the system takes ports for outgoing connections. */
import { PORT_OFFSETS } from '../../src/infra/config.ts'
import { isPortFree } from '../../src/infra/ports.ts'

export const freePortBase = async (): Promise<number> => {
  for (;;) {
    const base = 10_000 + 100 * Math.floor(Math.random() * 220)
    const free = await Promise.all(Object.values(PORT_OFFSETS).map((offset) => isPortFree(base + offset)))
    if (free.every(Boolean)) return base
  }
}
