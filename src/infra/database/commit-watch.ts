/** Guards each commit: whether it may be sent now, and up to which log position it was acknowledged. */
import { type CommitGate, openCommitGate } from './commit-gate.ts'
import type { PooledClient } from './connection-pool.ts'
import { CommitsHangError, type RefusedWriteError } from './database-errors.ts'
import { LOG_POSITION, type LogPositionRow, type PromotionGuard } from './promotions/promotion-guard.ts'
import { settle } from './query-pipeline.ts'

interface WatchOptions {
  onError: (error: Error) => void
  guard?: PromotionGuard | undefined
  /** The statement that names the server to an engine in between: outside a transaction that begins with it, another one may answer. */
  within?: string | undefined
}

export class CommitWatch {
  readonly #gate: CommitGate
  readonly #guard: PromotionGuard | undefined
  readonly #within: string | undefined

  constructor(url: string, { onError, guard, within }: WatchOptions) {
    this.#gate = openCommitGate(url, onError)
    this.#guard = guard
    this.#within = within
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
    const asked = this.#ask<LogPositionRow>(client, LOG_POSITION).then((row) => guard.acknowledged(row))
    asked.catch(() => undefined) // the caller that awaits it gets the error
    return asked
  }

  confirm(client: PooledClient): Promise<void> {
    return client.confirmCommit((statement) => this.#ask(client, statement))
  }

  async #ask<Row extends object>(client: PooledClient, statement: { text: string }): Promise<Row> {
    if (this.#within === undefined) return (await client.query<Row>(statement)).rows[0]!
    const [, , answer] = await settle([
      client.query('begin'),
      client.query(this.#within),
      client.query(statement),
      client.query('commit'),
    ])
    return answer!.rows[0] as Row
  }

  close(): void {
    this.#gate.close()
  }
}
