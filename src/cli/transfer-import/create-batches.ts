/** Creates the transfers of an import: calls of at most 1,000, each under a key of the file and its part, so that a repeat creates nothing twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ITEMS_MAX } from '../../transfers/schemas/creation-schemas.ts'
import { type ApiResponse, NoResponseError, readProblem } from '../api-client.ts'
import { UsageError } from '../command.ts'
import { type CheckedLine, type LineFault, toColumn } from './check-lines.ts'

export interface Created {
  readonly line: number
  readonly externalId: string
  readonly id: string
}
interface BatchesResult {
  readonly created: readonly Created[]
  /** Faults of the part that was refused, where the import ended; empty when all succeeded. */
  readonly faults: readonly LineFault[]
  /** The refusal; null when all succeeded. */
  readonly refusal: string | null
}

export interface BatchCalls {
  create(items: readonly object[], key: string): Promise<ApiResponse>
  pause(ms: number): Promise<void>
  onProgress(done: number): void
}

const TRIES_MAX = 6
const PAUSE_MS = 1_000 // doubled with each attempt
const WAIT_MAX_MS = 5 * 60_000

export const waitFor = (ms: number): Promise<void> => sleep(ms)

export const createBatches = async (
  lines: readonly CheckedLine[],
  fileHash: string,
  calls: BatchCalls,
): Promise<BatchesResult> => {
  const created: Created[] = []
  for (let from = 0; from < lines.length; from += ITEMS_MAX) {
    const part = lines.slice(from, from + ITEMS_MAX)
    const key = `import-${fileHash.slice(0, 32)}-${from / ITEMS_MAX + 1}`
    const { status, body } = await answered(
      calls,
      part.map(({ item }) => item),
      key,
    )
    if (status !== 201) return { created, faults: faultsIn(body, part), refusal: `${status} ${readProblem(body)}` }
    const { transfers } = body as { transfers: { id: string; external_id: string }[] }
    created.push(
      ...transfers.map(({ id, external_id }, at) => ({ line: part[at]?.line ?? 0, externalId: external_id, id })),
    )
    calls.onProgress(created.length)
  }
  return { created, faults: [], refusal: null }
}

/** Waits as the service asks; a call without a response is sent again under its key, which cannot create it twice. */
const answered = async (calls: BatchCalls, items: readonly object[], key: string): Promise<ApiResponse> => {
  for (let attempt = 1; ; attempt++) {
    const response = await calls.create(items, key).catch((error: unknown) => {
      if (error instanceof NoResponseError) return error
      throw error
    })
    if (!(response instanceof NoResponseError)) {
      if (response.status === 429) {
        await calls.pause(Math.min(response.retryAfterMs ?? PAUSE_MS, WAIT_MAX_MS))
        attempt-- // a rate limit ends after a while
        continue
      }
      if (response.status < 500) return response
    }
    if (attempt >= TRIES_MAX) {
      const words =
        response instanceof NoResponseError ? response.message : `${response.status} ${readProblem(response.body)}`
      throw new UsageError(`${words}; run the same command again: what exists is not created twice`)
    }
    await calls.pause(PAUSE_MS * 2 ** (attempt - 1))
  }
}

/** items[3].recipient.iban of the part, reported by line and column. */
const faultsIn = (body: unknown, part: readonly CheckedLine[]): LineFault[] => {
  const { errors = [] } = (body ?? {}) as { errors?: { field: string; message: string }[] }
  return errors.flatMap(({ field, message }) => {
    const [, at, rest = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(field) ?? []
    const line = part[Number(at)]?.line
    return line === undefined ? [] : [{ line, field: toColumn(rest), reason: message }]
  })
}
