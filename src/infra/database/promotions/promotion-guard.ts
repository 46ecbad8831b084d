/**
 * Keeps a process from writing to a server that was promoted without everything that callers, and so banks, were told of. Each
 * process remembers how far it has seen the log acknowledged; whoever meets a new timeline compares.
 */
import { ReadOnlyServerError, UnreconciledPromotionError } from '../database-errors.ts'
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

/** Behind everything that was answered: how far the log is on the disk, or in memory where commits do not wait for the disk. */
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

/** After a promotion without a synchronous standby: for other processes to say what they had seen. They connect again within half of it. */
const GATHER_MS = 2_000

interface Options {
  dataDir: string
  /** Something that was acknowledged is not there; and later, that it was accepted. */
  onLost(facts: { timeline: number; keptTo: string | null; lostTo: string | null }): void
  onAccepted(facts: { timeline: number }): void
  /** The data folder keeps nothing. */
  onUnkept(error: Error): void
}

export class PromotionGuard {
  readonly #options: Options
  readonly #file: AcknowledgedFile
  /** Acknowledged on timelines that are not the present one: still to be compared. */
  #earlier: readonly LogPosition[]
  #own: LogPosition | undefined
  #now: { system: string; timeline: number } | undefined
  #isSynchronous = false
  #hasStandby = false
  #refused: UnreconciledPromotionError | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#file = openAcknowledgedFile(options.dataDir, options.onUnkept)
    this.#earlier = this.#file.before
  }

  /**
   * Asked of every fresh connection before it is used, and a few times a second. One after the other: the first to meet a new
   * timeline decides for all.
   */
  look(client: ServerClient): Promise<void> {
    const turn = this.#turn.then(() => this.#compare(client))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Why nothing may be written now. */
  refusal(): UnreconciledPromotionError | undefined {
    return this.#refused
  }

  /** Whether each commit has to be followed by {@link LOG_POSITION}: what is acknowledged is perhaps on one server alone. */
  get followsCommits(): boolean {
    return this.#hasStandby && !this.#isSynchronous
  }

  acknowledged({ timeline, position }: LogPositionRow): void {
    if (this.#now === undefined) return
    const at = { system: this.#now.system, timeline, position: parsePosition(position) }
    if (timeline === this.#now.timeline) this.#advance(at)
    // Answered by a server that has been replaced meanwhile.
    else if (timeline < this.#now.timeline) this.#earlier = [...this.#earlier, at]
  }

  close(): void {
    this.#file.close()
  }

  async #compare(client: ServerClient): Promise<void> {
    const state = await serverState(client)
    if (state === undefined) return
    const isKnown = this.#now?.system === state.system
    // Whoever has seen a later one writes nothing to a server that does not know that it was replaced.
    if (isKnown && state.timeline < this.#now!.timeline) throw new ReadOnlyServerError()
    if (!isKnown || state.timeline !== this.#now!.timeline || this.#earlier.length > 0)
      await this.#examine(client, state)
    else this.#settle(state.timeline, state.promotion, this.#refused !== undefined && !this.#refused.isLost)
    this.#isSynchronous = state.isSynchronous
    this.#hasStandby ||= state.hasStandby // one that is away for a moment may still be promoted
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
    const wasLost = this.#refused?.isLost ?? false
    if (promotion?.isOpen) {
      this.#refused = new UnreconciledPromotionError(true)
      if (!wasLost) this.#options.onLost({ timeline, keptTo: promotion.keptTo, lostTo: promotion.lostTo })
      return
    }
    if (wasLost) this.#options.onAccepted({ timeline })
    const isYoung = (promotion?.ageMs ?? 0) < GATHER_MS
    this.#refused = waitsForOthers && isYoung ? new UnreconciledPromotionError(false) : undefined
  }

  #advance({ system, timeline, position }: LogPosition): void {
    if (this.#own?.timeline === timeline && this.#own.position >= position) return
    this.#own = { system, timeline, position }
    this.#file.write(this.#own)
  }
}

/** What a server lacks of what was acknowledged, by the highest position. */
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

/** How far a server has a timeline. Where nobody may look that up, it is where its log was when the first process met it. */
const keptBy = async (client: ServerClient, state: ServerState, timeline: number): Promise<bigint> => {
  if (timeline === state.timeline) return state.position
  if (timeline > state.timeline) return 0n
  return (await keptPosition(client, state.timeline, timeline)) ?? state.promotion?.position ?? state.position
}
