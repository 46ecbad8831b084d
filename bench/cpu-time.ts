/** Processor time the program and its database have used, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICK_MS = 10 // sysconf(_SC_CLK_TCK) is 100 on every Linux

/**
 * Milliseconds of the program with its request processes, and of its sessions in its embedded PostgreSQL so far. What the server does beside them
 * (vacuum, checkpoints) comes in spells longer than a measurement and distorts whatever is measured then: left out.
 */
export const cpuTimeOf = (server: { pid: number; dataDir: string }): (() => number) => {
  const times = cpuTimesOf(server)
  return () => {
    const { program, database } = times()
    return program + database
  }
}

/** The same, each for itself. */
export const cpuTimesOf = (server: { pid: number; dataDir: string }): (() => { program: number; database: number }) => {
  const postmaster = Number(readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  return () => ({
    program: [server.pid, ...requestProcessesOf(server.pid)].reduce((total, pid) => total + usedBy(pid), 0),
    database: usedBySessions(postmaster),
  })
}

/** Of the process itself and of those of its children that have ended, milliseconds. */
export const usedBy = (pid: number): number => {
  const fields = statOf(pid)
  return fields === undefined ? 0 : fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && Number(statOf(pid)?.[1]) === parent)

/** Milliseconds of the sessions of the program at this server. */
export const usedBySessions = (postmaster: number): number => usedByTitled(postmaster, 'postgres: vezne_app ')

/** Of what reads the log of this server for those that follow it. */
export const usedByReplication = (postmaster: number): number => usedByTitled(postmaster, 'postgres: walsender ')

const usedByTitled = (postmaster: number, title: string): number =>
  childrenOf(postmaster)
    .filter((pid) => commandOf(pid).startsWith(title))
    .reduce((total, pid) => total + usedBy(pid), 0)

const requestProcessesOf = (program: number): number[] =>
  childrenOf(program).filter((pid) => commandOf(pid).includes('request-process.ts'))

/** The server writes into its processes' command lines what they do. */
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return '' // it ended in between
  }
}

/** Fields of /proc/<pid>/stat from the state on: the name before it may hold blanks. */
const statOf = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // it ended in between
  }
}
