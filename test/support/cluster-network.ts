/**
 * Networks of a cluster's members: each in a namespace of its own, with one road to the other members and one to the program, which can
 * be cut without anybody being told. Where the machine does not allow that (no root), all are on loopback and nothing can be cut.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { freePort } from '../../src/infra/process/free-ports.ts'

export interface MemberNetwork {
  readonly name: string
  /** host:port of the server, for each of the two roads, and what it listens on. */
  readonly forMembers: string
  readonly forProgram: string
  readonly listen: string
  /** host:port of Patroni. */
  readonly rest: string
  /** The command that runs these words there as that user. */
  inside(words: readonly string[], user: { uid: number; gid: number } | undefined): readonly string[]
  /** From now on what is sent is not received. */
  cut(...roads: readonly Road[]): void
  mend(): void
}

export type Road = 'members' | 'program'

export interface ClusterNetwork {
  readonly canCut: boolean
  /** Of what belongs to no member, and two ports for it. */
  readonly host: string
  readonly ports: readonly [number, number]
  readonly members: readonly MemberNetwork[]
  close(): void
}

const ROADS: readonly Road[] = ['members', 'program']
const ip = (text: string): void => void execFileSync('ip', text.split(' '), { stdio: 'pipe' })

export const openClusterNetwork = async (names: readonly string[]): Promise<ClusterNetwork> =>
  allowsNamespaces() ? inNamespaces(names) : onLoopback(names)

const allowsNamespaces = (): boolean => {
  const probe = `vz${process.pid}-probe`
  if (process.getuid?.() !== 0 || spawnSync('ip', ['netns', 'add', probe]).status !== 0) return false
  ip(`netns del ${probe}`)
  return spawnSync('setpriv', ['--version']).status === 0
}

const inNamespaces = async (names: readonly string[]): Promise<ClusterNetwork> => {
  const id = process.pid % 10_000
  const net = (road: Road): string => `10.${100 + (process.pid % 100)}.${ROADS.indexOf(road)}`
  const bridge = (road: Road): string => `vz${id}${road[0]}`
  const port = (at: number, road: Road): string => `vz${id}${road[0]}${at}`
  const space = (at: number): string => `vz${id}-${at}`
  for (const road of ROADS) {
    ip(`link add ${bridge(road)} type bridge`)
    ip(`addr add ${net(road)}.1/24 dev ${bridge(road)}`)
    ip(`link set ${bridge(road)} up`)
  }
  for (const at of names.keys()) {
    ip(`netns add ${space(at)}`)
    ip(`-n ${space(at)} link set lo up`)
    for (const road of ROADS) {
      ip(`link add ${port(at, road)} type veth peer name ${road} netns ${space(at)}`)
      ip(`link set ${port(at, road)} master ${bridge(road)} up`)
      ip(`-n ${space(at)} addr add ${net(road)}.${11 + at}/24 dev ${road}`)
      ip(`-n ${space(at)} link set ${road} up`)
    }
  }
  return {
    canCut: true,
    host: `${net('members')}.1`,
    ports: [2379, 2380],
    members: names.map((name, at) => ({
      name,
      forMembers: `${net('members')}.${11 + at}:5432`,
      forProgram: `${net('program')}.${11 + at}:5432`,
      listen: '0.0.0.0:5432',
      rest: `${net('members')}.${11 + at}:8008`,
      inside: (words, user) => [
        ...['ip', 'netns', 'exec', space(at)],
        ...(user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []),
        ...words,
      ],
      // The link stays up, so that neither end is told.
      cut: (...roads) => roads.forEach((road) => void ip(`link set ${port(at, road)} nomaster`)),
      mend: () => ROADS.forEach((road) => void ip(`link set ${port(at, road)} master ${bridge(road)}`)),
    })),
    close() {
      for (const at of names.keys()) ip(`netns del ${space(at)}`)
      for (const road of ROADS) ip(`link del ${bridge(road)}`)
    },
  }
}

const onLoopback = async (names: readonly string[]): Promise<ClusterNetwork> => {
  const host = '127.0.0.1'
  const members: MemberNetwork[] = []
  for (const name of names) {
    const server = `${host}:${await freePort()}`
    const rest = `${host}:${await freePort()}`
    const road = { forMembers: server, forProgram: server, listen: server }
    members.push({ name, ...road, rest, inside: (words) => words, cut: () => undefined, mend: () => undefined })
  }
  return { canCut: false, host, ports: [await freePort(), await freePort()], members, close: () => undefined }
}
