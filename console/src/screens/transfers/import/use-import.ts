/**
 * The steps of an import: the file is chosen, checked here and by the service, sent in batches, and reported by line.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { call } from '../../../api/call.ts'
import { connectionNow, followConnection } from '../../../api/connection.ts'
import { Unreachable } from '../../../api/problem.ts'
import { postTransfersBulkCheck, postTransfersBulkCreate } from '../../../generated/operations.ts'
import { type Choice, type ImportLine, type LineFault, readLines } from './lines.ts'
import { cutPieces, type Outcome, type Piece, type ServiceFault, sendPieces } from './pieces.ts'
import { withReferences } from './references.ts'
import { SheetFault } from './row.ts'
import { readSheet } from './sheet.ts'

export interface ImportState {
  readonly at: 'choosing' | 'checking' | 'checked' | 'sending' | 'stopped' | 'done'
  readonly file: SheetFault | null
  readonly faults: readonly (LineFault | ServiceFault)[]
  readonly ignored: readonly string[]
  readonly lines: readonly ImportLine[]
  /** Lines whose transfer already exists. */
  readonly existing: ReadonlySet<number>
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly error: unknown
}

const START: ImportState = {
  at: 'choosing',
  file: null,
  faults: [],
  ignored: [],
  lines: [],
  existing: new Set(),
  outcomes: new Map(),
  error: null,
}

export interface Import {
  readonly state: ImportState
  check(file: File, choice: Choice, merchantId: string | undefined): void
  send(): void
  reset(): void
}

const CHECK_AT_ONCE = 1_000

export const useImport = (): Import => {
  const [state, change] = useReducer(
    (before: ImportState, made: Partial<ImportState>) => ({ ...before, ...made }),
    START,
  )
  const client = useQueryClient()
  const left = useRef<readonly Piece[]>([])
  const merchant = useRef<string | undefined>(undefined)
  const isRunning = useRef(false)

  const check: Import['check'] = (file, choice, merchantId) => {
    merchant.current = merchantId
    left.current = []
    change({ ...START, at: 'checking' })
    checkFile(file, choice, merchantId).then(change, (error: unknown) =>
      change(error instanceof SheetFault ? { at: 'choosing', file: error } : { at: 'choosing', error }),
    )
  }
  const send = (): void => {
    if (isRunning.current) return
    isRunning.current = true
    const outcomes = new Map(state.outcomes)
    change({ at: 'sending', error: null })
    const run = async (): Promise<void> => {
      if (left.current.length === 0) left.current = await cutPieces(openLines(state), merchant.current)
      await sendPieces(left.current, {
        create: ({ key, lines }) =>
          call(
            postTransfersBulkCreate,
            { body: { items: lines.map(({ item }) => item) } },
            { idempotencyKey: key, merchantId: merchant.current },
          ),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onOutcome: (line, outcome) => void outcomes.set(line, outcome),
        onPiece: () => {
          left.current = left.current.slice(1)
          change({ outcomes: new Map(outcomes) })
        },
      })
    }
    void run()
      .then(
        () => change({ at: 'done' }),
        (error: unknown) => change({ at: 'stopped', error }),
      )
      .finally(() => {
        isRunning.current = false
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
      })
  }
  useGoesOn(state, send)
  useStays(state.at === 'sending')
  return { state, check, send, reset: () => change(START) }
}

/** Returns the lines still to be sent: those without an outcome, or held back by another line. */
export const openLines = ({ lines, existing, outcomes }: ImportState): readonly ImportLine[] =>
  lines.filter(({ line }) => !existing.has(line) && (outcomes.get(line)?.state ?? 'held') === 'held')

const checkFile = async (file: File, choice: Choice, merchantId: string | undefined): Promise<Partial<ImportState>> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { lines: read, faults, ignored } = readLines(await readSheet(bytes), choice)
  if (faults.length > 0) return { at: 'choosing', faults }
  const lines = await withReferences(read)
  const told: ServiceFault[] = []
  for (let from = 0; from < lines.length; from += CHECK_AT_ONCE) {
    const part = lines.slice(from, from + CHECK_AT_ONCE)
    const { errors } = await call(
      postTransfersBulkCheck,
      { body: { items: part.map(({ item }) => item) } },
      { merchantId },
    )
    told.push(
      ...errors.map(({ item_index: at, field, code, message }) => ({
        line: part[at]?.line ?? 0,
        field,
        code,
        message,
      })),
    )
  }
  // The transfer was created by an earlier import of this file, or by hand, so it is not created again.
  const existing = new Set(told.filter(({ code }) => code === 'duplicate_external_id').map(({ line }) => line))
  const wrong = told.filter(({ line }) => !existing.has(line))
  if (wrong.length > 0) return { at: 'choosing', faults: wrong }
  return { at: 'checked', lines, ignored, existing }
}

/** An import that stopped because the server was unreachable continues automatically when it is reachable again. */
const useGoesOn = ({ at, error }: ImportState, send: () => void): void => {
  const { isLost } = useSyncExternalStore(followConnection, connectionNow)
  const act = useRef(send)
  act.current = send
  const waits = at === 'stopped' && error instanceof Unreachable
  const wasLost = useRef(false)
  useEffect(() => {
    if (waits && wasLost.current && !isLost) act.current()
    wasLost.current = isLost
  }, [waits, isLost])
}

/** The browser asks before it leaves a page that is sending. */
const useStays = (isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isOn])
}
