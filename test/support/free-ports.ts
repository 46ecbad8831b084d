/** A base whose seven ports are free, below the range from which the system takes ports for outgoing connections; claimed, since others search at the same time. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPortFree } from '../../src/infra/process/free-ports.ts'
import { PORT_OFFSETS } from '../../src/infra/process/ports.ts'

/** Outside of what test/run.ts takes for folders of dead runs: claims are of all runs. */
const CLAIMS = join(tmpdir(), 'vezne-ports')
/** Above 10080, 10250 and 10255, which no bank or subscriber may have (src/infra/process/refused-ports.ts). */
const FIRST = 11_000
const STEP = 100
const STEPS = 210
/** Bases in one step: the ports of a base are ten apart. */
const BESIDE = 10
const TRIES_MAX = 50_000

export const freePortBase = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const base = FIRST + STEP * Math.floor(Math.random() * STEPS) + Math.floor(Math.random() * BESIDE)
    if (!claimed(base)) continue
    const free = await Promise.all(Object.values(PORT_OFFSETS).map((offset) => isPortFree(base + offset)))
    if (free.every(Boolean)) return base
  }
  throw new Error(`no base of ports is free: see the claims in ${CLAIMS}`)
}

const own = new Set<string>()
process.once('exit', () => {
  for (const path of own) rmSync(path, { force: true })
})

/** A process keeps its claims until it ends; those of one that was killed are taken over. */
const claimed = (base: number): boolean => {
  mkdirSync(CLAIMS, { recursive: true })
  const path = join(CLAIMS, String(base))
  if (own.has(path)) return false
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch {
    if (isAlive(holderOf(path))) return false
    rmSync(path, { force: true })
    return false // free for the next one
  }
  own.add(path)
  return true
}

const holderOf = (path: string): number => {
  try {
    const text = readFileSync(path, 'utf8')
    return text === '' ? process.pid : Number(text) // being written
  } catch {
    return 0 // given back meanwhile
  }
}

const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
