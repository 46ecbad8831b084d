/** Every list of the interface beside the read that shows one of its rows: both show the same rows to the same caller. */
import assert from 'node:assert/strict'
import type { Operation } from '../../resilience/fuzz/operations.ts'
import { inLanes, nameOf, type Rig } from './rig.ts'

interface ListAndRead {
  readonly list: Operation
  readonly read: Operation
  /** Member of a row that names what is read. */
  readonly member: string
}

export interface Viewer {
  readonly name: string
  readonly role: string
  readonly token: string
  readonly headers: Record<string, string>
}

/** Lists whose rows have no read operation: they belong to another resource. */
const ELSEWHERE: Readonly<Record<string, readonly [read: string, member: string]>> = {
  'cards GET /api/v1/api-request-logs': ['cards GET /api/v1/transactions/{id}', 'transaction_id'],
  'cards GET /api/v1/cancellation-requests': ['cards GET /api/v1/payments/{transaction_id}', 'transaction_id'],
}

export const listsAndReads = ({ operations }: Rig): ListAndRead[] => {
  const byName = new Map(operations.map((operation) => [nameOf(operation), operation]))
  return operations.flatMap((list) => {
    if (list.method !== 'GET' || !isList(list)) return []
    const [name, member] = ELSEWHERE[nameOf(list)] ?? [`${nameOf(list)}/{id}`, 'id']
    const read = byName.get(name)
    return read === undefined ? [] : [{ list, read, member }]
  })
}

const isList = ({ hasToken, scope, answers, path }: Operation): boolean => {
  const [schema] = Object.values(answers['200']?.content ?? {})
  const text = JSON.stringify(schema ?? {})
  return hasToken && scope !== 'platform' && scope !== 'open' && text.includes('"items"') && !/\{(?!version)/.test(path)
}

// biome-ignore lint/suspicious/noExplicitAny: pages come in three shapes
const itemsOf = (body: any): any[] => body.items ?? body.data?.items ?? []

const rowsOf = async (rig: Rig, { list, member }: ListAndRead, { token, headers }: Viewer): Promise<Set<string>> => {
  const found = new Set<string>()
  const has = (name: string): boolean => list.parameters.some((each) => each.in === 'query' && each.name === name)
  for (let page = 1; ; page++) {
    const [at, size] = has('Page') ? ['Page', 'PageSize'] : ['page', 'page_size']
    const all = has('include_inactive') ? '&include_inactive=true' : ''
    const answer = await rig.call(list, { token, headers, query: `?${at}=${page}&${size}=100${all}` })
    assert.equal(answer.status, 200, `${nameOf(list)}: ${answer.text}`)
    const items = itemsOf(answer.body)
    for (const item of items) if (typeof item[member] === 'string') found.add(item[member])
    if (items.length < 100) return found
  }
}

const SAMPLED = 10
/** The newest and the oldest, and as many between. */
const sample = (ids: readonly string[]): string[] =>
  ids.filter((_, at) => at % Math.max(1, Math.ceil(ids.length / SAMPLED)) === 0 || at === ids.length - 1)

export interface Compared {
  readonly differences: string[]
  compared: number
  shown: number
  hidden: number
}

/** `all`: who sees every row of the tenant. */
export const compareAll = async (rig: Rig, all: Viewer, viewers: readonly Viewer[]): Promise<Compared> => {
  const result: Compared = { differences: [], compared: 0, shown: 0, hidden: 0 }
  for (const pair of listsAndReads(rig)) {
    const ids = sample([...(await rowsOf(rig, pair, all))])
    const reach = viewers.filter(({ role }) => [pair.list, pair.read].every(({ roles }) => roles?.includes(role)))
    await inLanes(reach, async (viewer) => {
      const listed = await rowsOf(rig, pair, viewer)
      for (const id of ids) {
        const [, name = 'id'] = /\{(id|transaction_id)\}/.exec(pair.read.path) ?? []
        const { token, headers } = viewer
        const { status } = await rig.call(pair.read, { token, headers, path: { [name]: id } })
        result.compared++
        result[status === 200 ? 'shown' : 'hidden']++
        if (listed.has(id) !== (status === 200))
          result.differences.push(
            `${viewer.name}: ${nameOf(pair.list)} ${listed.has(id) ? 'shows' : 'hides'} ${id}, read ${status}`,
          )
      }
    })
  }
  return result
}
