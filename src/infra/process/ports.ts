/** The ports of the program, from their base. */
import { InvalidSettingError } from './setting-parsers.ts'

export interface Ports {
  console: number
  cards: number
  transfers: number
  fraud: number
  identity: number
  bank: number
  metrics: number
}

/** Added to VEZNE_PORT_BASE. */
export const PORT_OFFSETS: Ports = {
  console: 0,
  cards: 10,
  transfers: 20,
  fraud: 30,
  identity: 40,
  bank: 50,
  metrics: 90,
}

/** How many ports are tried for the metrics of a process that chooses its own. */
export const METRICS_PORTS = 10

/** `metrics` is the port of the metrics if it is set separately. */
export const portsFrom = (base: number, metrics = base + PORT_OFFSETS.metrics): Ports => {
  if (base + PORT_OFFSETS.metrics + METRICS_PORTS - 1 > 65_535)
    throw new InvalidSettingError('VEZNE_PORT_BASE', `${base} leaves no room for ${base + 99}; at most 65436`)
  const shifted = Object.entries(PORT_OFFSETS).map(([name, offset]) => [name, base + offset])
  return { ...(Object.fromEntries(shifted) as unknown as Ports), metrics }
}
