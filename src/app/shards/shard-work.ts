/** The background work of the shards, each with its own services and process number: a failure of one shard does not reach the others. */
import { createKeyWatch } from '../../infra/crypto/key-watch.ts'
import { every } from '../../infra/process/every.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { composeBackground } from '../background.ts'
import type { OpenRuntime, OpenShard } from '../open-runtime.ts'
import { provisionFirst, startProvisioning } from '../provision-tenants.ts'
import { listProcess } from '../running/listed-process.ts'
import { whileOpen } from '../running/while-open.ts'
import { composeServices } from '../services.ts'
import { registerOn } from './registries.ts'

type Closer = () => unknown

const RETRY_MS = 2_000

/** Starts the work of the shards that this process takes; returns what closes it, to be called in reverse. */
export const startShardWork = async (opened: OpenRuntime, onError: (error: Error) => void): Promise<Closer[]> => {
  const { workerShards } = opened.runtime.config
  const closers: Closer[] = []
  for (const own of opened.shards)
    if (workerShards === undefined || workerShards.includes(own.shard))
      closers.push(...(await startWorkOf(opened, own, onError)))
  return closers
}

const startWorkOf = async (opened: OpenRuntime, own: OpenShard, onError: (error: Error) => void): Promise<Closer[]> => {
  const { runtime } = own
  const registry = await registerOn(opened.shards, own, onError)
  // A process holds up a rotation until it has reported its keys, so it does that before it seals anything.
  const stopKeyWatch = await createKeyWatch({
    ...opened,
    runtime,
    processNo: registry.processNo,
    shards: [runtime.db],
  })
  const services = composeServices(runtime, registry)
  const listed = listProcess(runtime, registry.processNo, { servesRequests: false, runsJobs: true })
  const stopListing = untilThere(() => listed.start(undefined), left(runtime, own))
  const work = whileOpen(runtime.restores, () => composeBackground({ ...opened, ...own }, services), left(runtime, own))
  // The first shard's tenants are completed with its demo data.
  const provision = async () => startProvisioning(runtime, await provisionFirst(runtime, [], false))
  const provisioning = own.shard === 0 ? [] : [whileOpen(runtime.restores, provision, left(runtime, own))]
  return [() => registry.close(), stopKeyWatch, stopListing, listed.stop, () => services.close(), work, ...provisioning]
}

/** Tries again while the shard is unavailable. Returns a function that ends this. */
const untilThere = (work: () => Promise<void>, onError: (error: Error) => void): (() => void) => {
  let isDone = false
  const attempt = async (): Promise<void> => {
    if (isDone) return
    await work()
    isDone = true
  }
  const stop = every(RETRY_MS, () => attempt().catch(onError))
  attempt().catch(onError)
  return stop
}

const left =
  ({ log }: Runtime, { shard }: OpenShard) =>
  (err: Error): void =>
    log.error('background.not_started', { shard, err })
