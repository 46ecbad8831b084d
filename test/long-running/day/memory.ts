/** Resident memory of each process over its life, and whether it grew. */
import { readFileSync } from 'node:fs'

const FLAT = 0.1

export interface MemoryLine {
  readonly name: string
  readonly pid: number
  readonly samples: number
  readonly secondQuarterMb: number
  readonly lastQuarterMb: number
  readonly highestMb: number
  /** The mean of the last quarter of its life against that of the second. */
  readonly growth: number
  readonly isFlat: boolean
}

export interface MemoryWatch {
  end(): MemoryLine[]
}

/** A process that was replaced is another one: each has its own line. */
export const watchMemory = (
  everyMs: number,
  processes: () => readonly { name: string; pid: number }[],
): MemoryWatch => {
  const lives = new Map<number, { name: string; taken: number[] }>()
  const sample = (): void => {
    for (const { name, pid } of processes()) {
      const mb = residentMb(pid)
      if (mb === undefined) continue
      const life = lives.get(pid) ?? { name, taken: [] }
      life.taken.push(mb)
      lives.set(pid, life)
    }
  }
  const timer = setInterval(sample, everyMs)
  return {
    end() {
      clearInterval(timer)
      sample()
      return [...lives].map(([pid, { name, taken }]) => lineOf(name, pid, taken))
    },
  }
}

const lineOf = (name: string, pid: number, taken: readonly number[]): MemoryLine => {
  const quarter = (n: number): number => {
    const part = taken.slice(Math.floor((taken.length * n) / 4), Math.max(1, Math.ceil((taken.length * (n + 1)) / 4)))
    return part.reduce((sum, mb) => sum + mb, 0) / Math.max(1, part.length)
  }
  const [second, last] = [quarter(1), quarter(3)]
  const growth = last / second - 1
  return {
    name,
    pid,
    samples: taken.length,
    secondQuarterMb: second,
    lastQuarterMb: last,
    highestMb: Math.max(...taken),
    growth,
    isFlat: growth <= FLAT,
  }
}

/** Undefined: it has ended. */
const residentMb = (pid: number): number | undefined => {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kb === undefined ? undefined : Number(kb) / 1024
  } catch {
    return undefined
  }
}
