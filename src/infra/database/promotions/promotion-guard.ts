/**
 * Keeps a process from writing to a server that was promoted without everything that callers, and so banks, know about.
 * Each process remembers up to where it has seen the log acknowledged; the first process that meets a new timeline
 * compares.
 */
import { ClosedDatabaseError, ReadOnlyServerError } from '../database-errors.ts'
import type { ServerClient } from '../server-connection.ts'
import { type AcknowledgedFile, openAcknowledgedFile } from './acknowledged-file.ts'
import { type LogPosition, parsePosition } from './log-position.ts'
import {
  isAccepted,
  keptPosition,
  notePromotion,
  type Promotion,
  type ServerState,
  serverState,
} from './promotion-store.ts'

/**
 * A position at or after everything that was answered: how far the log is on disk, or in memory if commits do not wait
 * for the disk.
 */
export const LOG_POSITION = {
  name: 'log-position',
  text: `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as position,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`,
}
export interface LogPositionRow {
  readonly position: string
  readonly timeline: number
}

/**
 * After a promotion without a synchronous standby, other processes have this long to report what they had seen. They
 * reconnect within half of it.
 */
const GATHER_MS = 2_000

interface Options {
  dataDir: string
  /** Called when something that was acknowledged is missing, and later when an operator has accepted that. */
  onLost(facts: { timeline: number; keptTo: string | null; lostTo: string | null }): void
  onAccepted(facts: { timeline: number }): void
  /** Called when the data folder cannot store the position. */
  onUnkept(error: Error): void
}

export class PromotionGuard {
  readonly #options: Options
  readonly #file: AcknowledgedFile
  /** Positions acknowledged on earlier timelines that still have to be compared. */
  #earlier: readonly LogPosition[]
  #own: LogPosition | undefined
  #now: { system: string; timeline: number } | undefined
  #isSynchronous = false
  #hasStandby = false
  #refused: ClosedDatabaseError | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#file = openAcknowledgedFile(options.dataDir, options.onUnkept)
    this.#earlier = this.#file.before
  }

  /**
   * Examines every fresh connection before it is used, and an existing one a few times a second. Connections are
   * examined one at a time, and the first to meet a new timeline decides for all.
   */
  look(client: ServerClient): Promise<void> {
    const turn = this.#turn.then(() => this.#compare(client))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Returns why nothing may be written now. */
  refusal(): ClosedDatabaseError | undefined {
    return this.#refused
  }

  /**
   * Returns whether each commit has to be followed by {@link LOG_POSITION}, because what is acknowledged may exist on
   * only one server.
   */
  get followsCommits(): boolean {
    return this.#hasStandby && !this.#isSynchronous
  }

  acknowledged({ timeline, position }: LogPositionRow): void {
    if (this.#now === undefined) return
    const at = { system: this.#now.system, timeline, position: parsePosition(position) }
    if (timeline === this.#now.timeline) this.#advance(at)
    // The answer came from a server that has been replaced meanwhile.
    else if (timeline < this.#now.timeline) this.#earlier = [...this.#earlier, at]
  }

  close(): void {
    this.#file.close()
  }

  async #compare(client: ServerClient): Promise<void> {
    const state = await serverState(client)
    if (state === undefined) return
    const isKnown = this.#now?.system === state.system
    // A process that has seen a later timeline writes nothing to a server that does not know it was replaced.
    if (isKnown && state.timeline < this.#now!.timeline) throw new ReadOnlyServerError()
    if (!isKnown || state.timeline !== this.#now!.timeline || this.#earlier.length > 0)
      await this.#examine(client, state)
    else this.#settle(state.timeline, state.promotion, this.#refused?.isClosed === false)
    this.#isSynchronous = state.isSynchronous
    this.#hasStandby ||= state.hasStandby // a standby that is unreachable for a moment may still be promoted
    if (this.#refused === undefined && !state.isSynchronous && !this.#hasStandby) this.#advance(state)
  }

  async #examine(client: ServerClient, state: ServerState): Promise<void> {
    const { system, timeline } = state
    if (this.#own && this.#own.timeline !== timeline) this.#earlier = [...this.#earlier, this.#own]
    const isMoved = this.#earlier.some((at) => at.system === system && at.timeline !== timeline)
    const lost = await findLost(client, state, this.#earlier)
    if (lost !== undefined || state.promotion === undefined) await notePromotion(client, state, lost)
    const promotion = lost || !state.promotion ? (await serverState(client))?.promotion : state.promotion
    this.#now = { system, timeline }
    this.#earlier = []
    if (this.#own?.timeline !== timeline) this.#own = undefined
    this.#settle(timeline, promotion, isMoved && !this.#isSynchronous)
    this.#file.forgetBefore()
  }

  #settle(timeline: number, promotion: Promotion | undefined, waitsForOthers: boolean): void {
    const wasLost = this.#refused?.isClosed ?? false
    if (promotion?.isOpen) {
      this.#refused = new ClosedDatabaseError('lost_promotion')
      if (!wasLost) this.#options.onLost({ timeline, keptTo: promotion.keptTo, lostTo: promotion.lostTo })
      return
    }
    if (wasLost) this.#options.onAccepted({ timeline })
    const isYoung = (promotion?.ageMs ?? 0) < GATHER_MS
    this.#refused = waitsForOthers && isYoung ? new ClosedDatabaseError('undecided') : undefined
  }

  #advance({ system, timeline, position }: LogPosition): void {
    if (this.#own?.timeline === timeline && this.#own.position >= position) return
    this.#own = { system, timeline, position }
    this.#file.write(this.#own)
  }
}

/** Returns what the server lacks of what was acknowledged, by the highest position. */
const findLost = async (client: ServerClient, state: ServerState, earlier: readonly LogPosition[]) => {
  let lost: { keptTo: bigint; lostTo: bigint } | undefined
  for (const at of earlier) {
    const { system, timeline, position } = at
    if (system !== state.system) continue
    const keptTo = await keptBy(client, state, timeline)
    if (keptTo >= position || (lost && lost.lostTo >= position)) continue
    if (timeline !== state.timeline && (await isAccepted(client, at))) continue
    lost = { keptTo, lostTo: position }
  }
  return lost
}

/**
 * Returns how far the server has a timeline. If the role may not look that up, it is the log position at which the
 * first process met the server.
 */
const keptBy = async (client: ServerClient, state: ServerState, timeline: number): Promise<bigint> => {
  if (timeline === state.timeline) return state.position
  if (timeline > state.timeline) return 0n
  return (await keptPosition(client, state.timeline, timeline)) ?? state.promotion?.position ?? state.position
}
