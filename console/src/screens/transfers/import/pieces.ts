/**
 * Sends transfers in batches, each completely or not at all under one key: a batch sent again after a lost response is
 * created once.
 */
import { findProblem, type Refused, Unreachable } from '../../../api/problem.ts'
import { hashBytes } from './hash.ts'
import type { ImportLine } from './lines.ts'

const PIECE_MIN = 100
const PIECE_MAX = 1_000
/** An organization may create ten times a minute, so a long file is sent in fewer, larger batches. */
const PIECES = 8
const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 10_000
const TRIES_MAX = 4

export interface ServiceFault {
  readonly line: number
  /** Member of the item, as the service names it. */
  readonly field: string
  readonly code: string
  readonly message: string
}

export type Outcome =
  | { readonly state: 'made'; readonly id: string; readonly created: string }
  | { readonly state: 'refused'; readonly faults: readonly ServiceFault[] }
  /** The line has no fault, but another line of its batch was refused. */
  | { readonly state: 'held' }

export interface Piece {
  readonly key: string
  readonly lines: readonly ImportLine[]
}

export interface Made {
  readonly transfers: readonly { readonly id: string; readonly created: string }[]
}

export interface Sending {
  /** Throws Refused or Unreachable. */
  create(piece: Piece): Promise<Made>
  pause(ms: number): Promise<void>
  onOutcome(line: number, outcome: Outcome): void
  /** Called after each piece. */
  onPiece(): void
}

/**
 * The key is derived from the content of a batch and its merchant, so the same lines have the same key in another
 * window, too.
 */
export const cutPieces = async (lines: readonly ImportLine[], merchantId: string | undefined): Promise<Piece[]> => {
  const size = Math.min(PIECE_MAX, Math.max(PIECE_MIN, Math.ceil(lines.length / PIECES)))
  const pieces: Piece[] = []
  for (let from = 0; from < lines.length; from += size) {
    const part = lines.slice(from, from + size)
    const hash = await hashBytes(new TextEncoder().encode(JSON.stringify([merchantId, part.map(({ item }) => item)])))
    pieces.push({ key: `import-${hash.slice(0, 32)}`, lines: part })
  }
  return pieces
}

/** Throws what ended it; batches without an outcome can be sent again unchanged. */
export const sendPieces = async (pieces: readonly Piece[], sending: Sending): Promise<void> => {
  for (const piece of pieces) {
    await sendOne(piece, sending)
    sending.onPiece()
  }
}

const sendOne = async (piece: Piece, sending: Sending): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      const { transfers } = await sending.create(piece)
      for (const [at, { line }] of piece.lines.entries()) {
        const made = transfers[at]
        if (made !== undefined) sending.onOutcome(line, { state: 'made', id: made.id, created: made.created })
      }
      return
    } catch (error) {
      const faults = readFaults(error, piece.lines)
      if (faults.length > 0) return refuse(piece, faults, sending)
      const waits = waitOf(error, tries)
      if (waits === null) throw error
      // A rate limit passes with time, however often it is hit.
      if (findProblem(error)?.status === 429) tries--
      await sending.pause(waits)
    }
  }
}

const refuse = (piece: Piece, faults: readonly ServiceFault[], sending: Sending): void => {
  for (const { line } of piece.lines) {
    const own = faults.filter((fault) => fault.line === line)
    sending.onOutcome(line, own.length > 0 ? { state: 'refused', faults: own } : { state: 'held' })
  }
}

/** Returns null if a retry would not help. */
const waitOf = (error: unknown, tries: number): number | null => {
  const problem = findProblem(error)
  if (problem?.status === 429) return (error as Refused).retryAfterMs ?? PAUSE_MAX_MS
  // The first call is still running, or its result is unknown.
  const isUnknown =
    error instanceof Unreachable || (problem?.status ?? 0) >= 500 || problem?.code === 'idempotency_key_in_use'
  return isUnknown && tries < TRIES_MAX ? Math.min(PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS) : null
}

/** Maps items[3].recipient.iban to the line it came from. */
export const readFaults = (error: unknown, lines: readonly ImportLine[]): ServiceFault[] =>
  (findProblem(error)?.errors ?? []).flatMap(({ field, code, message }) => {
    const [, at, member = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(field) ?? []
    const line = lines[Number(at)]?.line
    return line === undefined ? [] : [{ line, field: member, code, message }]
  })
