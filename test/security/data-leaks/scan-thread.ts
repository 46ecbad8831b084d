/** A thread's share of the scan. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Place } from './places.ts'
import { type KnownValues, scanPlaces } from './scan.ts'

const { places, values } = workerData as { places: Place[]; values: KnownValues }
parentPort?.postMessage(scanPlaces(places, values))
