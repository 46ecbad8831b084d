/**
 * The registers of processes of several shards. Numbers are given out by the first shard, so that a lease names one process
 * wherever it is found.
 */
import {
  nextProcessNo,
  openProcessRegistry,
  type ProcessRegistry,
} from '../../infra/database/processes/process-registry.ts'
import type { OpenShard } from '../open-runtime.ts'

type OnError = (error: Error) => void
type Shards = readonly [first: OpenShard, ...others: OpenShard[]]

/** Registers the part that answers requests: it works on every shard under one number. */
export const registerOnAll = async ([first, ...others]: Shards, onError: OnError): Promise<ProcessRegistry> => {
  const registries = [await openProcessRegistry(first.appUrl, onError)]
  const { processNo } = registries[0]!
  const close = async (): Promise<void> => {
    await Promise.all(registries.map((each) => each.close()))
  }
  try {
    for (const { appUrl } of others) registries.push(await openProcessRegistry(appUrl, onError, processNo))
  } catch (error) {
    await close()
    throw error
  }
  return { processNo, canTrustLeases: () => registries.every((each) => each.canTrustLeases()), close }
}

/** Registers the background work of one shard. */
export const registerOn = async ([first]: Shards, { appUrl }: OpenShard, onError: OnError): Promise<ProcessRegistry> =>
  openProcessRegistry(appUrl, onError, await first.runtime.db.transaction({ of: [] }, nextProcessNo))
