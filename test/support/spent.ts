/** What the test files of this process have spent so far: processor time, databases, programs. The lane reports it file by file. */
import { readFileSync } from 'node:fs'

export interface Spent {
  /** User and system time of this process and of its children that have ended, in ms. */
  cpuMs: number
  databases: number
  /** Starts of the program within this process. */
  programs: number
  /** Starts of the program as a process of its own. */
  processes: number
}

export const NOTHING_SPENT: Spent = { cpuMs: 0, databases: 0, programs: 0, processes: 0 }

const made = { databases: 0, programs: 0, processes: 0 }

export const countMade = (what: keyof typeof made): void => void made[what]++

export const spentSoFar = (): Spent => ({ cpuMs: cpuMs(), ...made })

export const spentSince = (then: Spent): Spent => {
  const now = spentSoFar()
  return {
    cpuMs: now.cpuMs - then.cpuMs,
    databases: now.databases - then.databases,
    programs: now.programs - then.programs,
    processes: now.processes - then.processes,
  }
}

/** The clock of /proc ticks a hundred times a second, on every Linux. */
const TICK_MS = 10

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + childrenMs()
}

/** Of those that have ended and were waited for; nought where there is no /proc. */
const childrenMs = (): number => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS
  } catch {
    return 0
  }
}
