/** Ports that belong to other services. The platform never calls them, so it cannot call one of its servers there. */

// biome-ignore format: a table of ports; those browsers refuse (Fetch standard), then databases, queues and control planes
export const REFUSED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111,
  113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540,
  548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566,
  6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  873, 1433, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3268, 3306, 3389, 4369, 5432, 5433, 5672, 5900, 5984, 5985, 6379, 6380,
  6443, 6432, 7000, 7001, 8086, 8300, 8301, 8500, 8600, 9042, 9092, 9160, 9200, 9300, 10250, 10255, 11211, 15672, 25672,
  26379, 27017, 27018, 27019, 50000, 61616,
])

/**
 * Returns why the platform could not call these ports, unless their addresses are set: a sandbox calls its bank, and
 * its start page with deliveries.
 */
export const calledPortFault = (
  ports: { console: number; bank: number },
  urls: { console: string; bank: string },
): string | undefined => {
  const name = (['console', 'bank'] as const).find(
    (each) => REFUSED_PORTS.has(ports[each]) && urls[each].endsWith(`:${ports[each]}`),
  )
  if (name === undefined) return undefined
  const base = nextBase(ports.console, ports.bank - ports.console)
  return `port ${ports[name]} (${name}) belongs to another service and is never called; a base that works: ${base}`
}

const nextBase = (base: number, bankOffset: number): number => {
  const next = (Math.floor(base / 100) + 1) * 100
  return [next, next + bankOffset].some((port) => REFUSED_PORTS.has(port)) ? nextBase(next, bankOffset) : next
}
