/** Guards each commit: whether it may be sent now, and up to which log position it was acknowledged. */
import { type CommitGate, openCommitGate } from './commit-gate.ts'
import type { PooledClient } from './connection-pool.ts'
import { CommitsHangError, type RefusedWriteError } from './database-errors.ts'
import { LOG_POSITION, type LogPositionRow, type PromotionGuard } from './promotions/promotion-guard.ts'

export class CommitWatch {
  readonly #gate: CommitGate
  readonly #guard: PromotionGuard | undefined

  constructor(url: string, onError: (error: Error) => void, guard: PromotionGuard | undefined) {
    this.#gate = openCommitGate(url, onError)
    this.#guard = guard
  }

  /** Returns why nothing may be written now; with `whileClosed`, other than that the database is a restored one. */
  refusal(whileClosed = false): RefusedWriteError | undefined {
    if (!this.#gate.isOpen()) return new CommitsHangError()
    const refusal = this.#guard?.refusal()
    return whileClosed && refusal?.isClosed ? undefined : refusal
  }

  requireOpen(whileClosed?: boolean): void {
    const refusal = this.refusal(whileClosed)
    if (refusal) throw refusal
  }

  /** Reports that a commit has been sent. Returns the function to call when it is answered. */
  sent(): () => void {
    return this.#gate.sent()
  }

  /** Asks for the log position in the same flush as the commit; the answer is awaited after it. */
  askPosition(client: PooledClient): Promise<void> | undefined {
    const guard = this.#guard
    if (!guard?.followsCommits) return undefined
    const asked = client.query<LogPositionRow>(LOG_POSITION).then(({ rows }) => guard.acknowledged(rows[0]!))
    asked.catch(() => undefined) // the caller that awaits it gets the error
    return asked
  }

  close(): void {
    this.#gate.close()
  }
}
