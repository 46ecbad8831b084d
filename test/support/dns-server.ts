/** A DNS server on loopback whose answers a test scripts; it counts queries. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'

export type Reply = readonly string[] | 'nxdomain' | 'servfail' | 'silence'

export interface DnsServer {
  /** For `Resolver.setServers`. */
  address: string
  asked: { name: string; type: 'A' | 'AAAA' }[]
  close(): Promise<void>
}

/** `reply` gives addresses, or `name>target` for an alias; those of the other family are left out of an answer. */
export const startDnsServer = async (reply: (name: string, type: 'A' | 'AAAA') => Reply): Promise<DnsServer> => {
  const socket = createSocket('udp4')
  const asked: DnsServer['asked'] = []
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query)
    const type = query.readUInt16BE(end) === 28 ? 'AAAA' : 'A'
    asked.push({ name, type })
    const answer = reply(name, type)
    if (answer !== 'silence') socket.send(packet(query, end + 4, type, answer), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const nameIn = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

const packet = (query: Buffer, questionEnd: number, type: 'A' | 'AAAA', answer: Exclude<Reply, 'silence'>): Buffer => {
  const records = typeof answer === 'string' ? [] : answer.flatMap((entry) => recordOf(entry, type))
  const code = answer === 'nxdomain' ? 3 : answer === 'servfail' ? 2 : 0
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records])
}

const QUESTION_NAME = Buffer.of(0xc0, 0x0c)

/** An alias points to a name, and its address follows under that name: `alias.example>10.0.0.1`. */
const recordOf = (entry: string, type: 'A' | 'AAAA'): Buffer[] => {
  const [alias, target] = entry.includes('>') ? entry.split('>') : [undefined, entry]
  if (isIPv6(target!) !== (type === 'AAAA')) return []
  const data = isIPv6(target!) ? bytesOfIPv6(target!) : Buffer.from(target!.split('.').map(Number))
  if (!alias) return [record(QUESTION_NAME, type === 'AAAA' ? 28 : 1, data)]
  return [record(QUESTION_NAME, 5, wireName(alias)), record(wireName(alias), type === 'AAAA' ? 28 : 1, data)]
}

const record = (name: Buffer, type: number, data: Buffer): Buffer => {
  const middle = Buffer.alloc(10) // class IN, time to live 0
  middle.writeUInt16BE(type, 0)
  middle.writeUInt16BE(1, 2)
  middle.writeUInt16BE(data.length, 8)
  return Buffer.concat([name, middle, data])
}
const wireName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)])),
    Buffer.of(0),
  ])

const bytesOfIPv6 = (text: string): Buffer => {
  const [left = '', right] = text.split('::')
  const groups = (side: string): number[] =>
    side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16))
  const head = groups(left)
  const tail = right === undefined ? [] : groups(right)
  const all = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}
