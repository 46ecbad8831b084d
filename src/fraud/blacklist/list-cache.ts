/** The lists a process knows: the platform's, and those of as many tenants as its memory has room for. */
import { LRUCache } from 'lru-cache'
import type { House } from '../../infra/runtime.ts'
import { type KnownList, knownList } from './cached-list.ts'

export interface Lists {
  readonly ofPlatform: KnownList
  of(tenantId: string): KnownList
  /** Memory they take, roughly. */
  bytes(): number
  close(): void
}

/** Of all tenants' lists together: sixteen million entries. A list that falls out is read again when it is needed. */
const BYTES_MAX = 64 * 1024 * 1024

export const openLists = (house: Pick<House, 'db' | 'notices' | 'log'>): Lists => {
  const ofPlatform = knownList(house, null, () => undefined)
  const lists = new LRUCache<string, KnownList>({ maxSize: BYTES_MAX, sizeCalculation: (list) => list.bytes() })
  const add = (tenantId: string): KnownList => {
    const list: KnownList = knownList(house, tenantId, () => {
      // Weighed again: what is set twice keeps its first weight.
      if (lists.peek(tenantId) === list && lists.delete(tenantId)) lists.set(tenantId, list)
    })
    lists.set(tenantId, list)
    return list
  }
  const stop = house.notices.on('fraud_blacklist', (tenantId) => {
    if (tenantId === '') ofPlatform.noteChange()
    else lists.peek(tenantId)?.noteChange()
  })
  return {
    ofPlatform,
    of: (tenantId) => lists.get(tenantId) ?? add(tenantId),
    bytes: () => ofPlatform.bytes() + lists.calculatedSize,
    close: () => void stop(),
  }
}
