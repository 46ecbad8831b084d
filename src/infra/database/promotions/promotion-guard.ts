/**
 * Keeps a process from writing to a server that was promoted or restored without everything that callers, and so banks,
 * know about. Each process remembers up to where it has seen the log acknowledged and how far the database's epoch was; the
 * first process that meets a new timeline, or another database, compares. It is in one piece because one look decides all of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ClosedDatabaseError, type ClosedReason, ReadOnlyServerError, type RestoreReason } from '../database-errors.ts'
import type { ServerClient } from '../server-connection.ts'
import { type AcknowledgedFile, openAcknowledgedFile } from './acknowledged-file.ts'
import { findLost } from './find-lost.ts'
import { type LogPosition, parsePosition } from './log-position.ts'
import { notePromotion, noteRestore, type ServerState, serverState, vouchForPromotion } from './promotion-store.ts'
import { loadRememberedEpochs, type RememberedEpoch, type RememberedEpochs } from './remembered-epochs.ts'
import { type Memory, recognizeRestore } from './restore-recognition.ts'
import { type AskedLoss, findSpan, type LostPeriod, type Restores } from './restores.ts'

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
const DECIDED_MS = 5 * GATHER_MS
const LOOK_MS = 50

interface Options {
  dataDir: string
  /** Where else the epoch is remembered, if it may be written there. */
  epochFolders: readonly string[]
  /** The platform's clock is written here: of several shards on the first. */
  hasClock: boolean
  /** Called once when the platform is closed, and later when a person has opened it. */
  onClosed(reason: RestoreReason, facts: ClosedFacts): void
  onOpened(reason: RestoreReason): void
  /** Called when the data folder cannot store what is remembered. */
  onUnkept(error: Error): void
}

interface ClosedFacts {
  readonly restore_id: string
  readonly timeline: number
  readonly lost_since: string
  readonly lost_until: string
  /** Log positions of a promotion that lost something. */
  readonly kept_to: string | null
  readonly lost_to: string | null
}

export class PromotionGuard {
  readonly #options: Options
  readonly #file: AcknowledgedFile
  readonly #epochs: RememberedEpochs
  /** Lineages whose epoch this process has advanced. */
  readonly #advanced = new Set<string>()
  readonly #listeners = new Set<() => void>()
  /** Positions acknowledged on earlier timelines that still have to be compared. */
  #earlier: readonly LogPosition[]
  #own: LogPosition | undefined
  #now: { system: string; timeline: number } | undefined
  #isSynchronous = false
  #hasStandby = false
  #refused: ClosedDatabaseError | undefined
  #losses: readonly AskedLoss[] = []
  #lineage: string | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#file = openAcknowledgedFile(options.dataDir, options.onUnkept)
    this.#epochs = loadRememberedEpochs(options.dataDir, options.epochFolders, options.onUnkept)
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

  /** Resolves when it is known whether the server lacks something, which takes moments after a promotion. */
  async decided(): Promise<void> {
    for (let waited = 0; this.#refused?.isClosed === false && waited < DECIDED_MS; waited += LOOK_MS)
      await sleep(LOOK_MS)
  }

  #asked(): LostPeriod | null {
    return findSpan(this.#losses.filter(({ isAsking }) => isAsking))
  }

  readonly restores: Restores = {
    closed: () => (this.#refused?.isClosed ? this.#asked() : null),
    askBanksFrom: () => this.#asked(),
    askBanksAbout: (_, madeMs) =>
      findSpan(this.#losses.filter(({ asksUntilMs }) => asksUntilMs === null || madeMs < asksUntilMs)),
    onChange: (listener) => {
      this.#listeners.add(listener)
      return () => this.#listeners.delete(listener)
    },
  }

  /** Notes an epoch that was committed; the next start compares with it. */
  remember(lineage: string, seen: RememberedEpoch): void {
    this.#advanced.add(lineage)
    this.#epochs.remember(lineage, seen)
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
    const epochs = this.#epochs.snapshot() // an epoch that advances while the server is asked is not in its answer
    let state = await serverState(client)
    if (state === undefined) return
    const isKnown = this.#now?.system === state.system
    // A process that has seen a later timeline writes nothing to a server that does not know it was replaced.
    if (isKnown && state.timeline < this.#now!.timeline) throw new ReadOnlyServerError()
    let isWaiting = this.#refused?.isClosed === false
    let hasPositions = false
    if (!isKnown || state.timeline !== this.#now!.timeline || this.#earlier.length > 0) {
      hasPositions = await this.#examine(client, state)
      isWaiting = hasPositions && !this.#isSynchronous
      state = (await serverState(client)) ?? state
    }
    const lineage = state.identity?.lineage
    const { epoch, clockOffsetMs } = (lineage === undefined ? undefined : epochs.get(lineage)) ?? {}
    const knowsEarlier = hasPositions || (lineage !== undefined && this.#advanced.has(lineage))
    await this.#settle(client, state, { isWaiting, memory: { epoch, clockOffsetMs, knowsEarlier } })
    this.#isSynchronous = state.isSynchronous
    this.#hasStandby ||= state.hasStandby // a standby that is unreachable for a moment may still be promoted
    if (this.#refused === undefined && !state.isSynchronous && !this.#hasStandby) this.#advance(state)
  }

  /** Returns whether something was remembered of another timeline. */
  async #examine(client: ServerClient, state: ServerState): Promise<boolean> {
    const { system, timeline } = state
    if (this.#own && this.#own.timeline !== timeline) this.#earlier = [...this.#earlier, this.#own]
    const isMoved = this.#earlier.some((at) => at.system === system && at.timeline !== timeline)
    const lost = await findLost(client, state, this.#earlier)
    if (lost !== undefined || state.promotion === undefined) await notePromotion(client, state, lost)
    this.#now = { system, timeline }
    this.#earlier = []
    if (this.#own?.timeline !== timeline) this.#own = undefined
    this.#file.forgetBefore()
    return isMoved
  }

  /** Decides whether the platform is open, and closes it for all processes if it may not be. */
  async #settle(
    client: ServerClient,
    seen: ServerState,
    { isWaiting, memory }: { isWaiting: boolean; memory: Memory },
  ): Promise<void> {
    const { promotion, identity } = seen
    const isOld = (promotion?.ageMs ?? 0) >= GATHER_MS
    const known = { isVouched: promotion?.isVouched === true, isOld }
    const found = promotion?.isOpen ? 'lost_promotion' : recognizeRestore(identity, seen, memory, known)
    const isMoved = identity !== undefined && identity.timeline !== seen.timeline
    if (found === undefined && isMoved && !known.isVouched && memory.knowsEarlier) await vouchForPromotion(client, seen)
    let state = seen
    if (found !== undefined && found !== 'undecided' && seen.closedFor === null) {
      await noteRestore(client, found, seen, this.#options.hasClock ? memory.clockOffsetMs : undefined)
      state = (await serverState(client)) ?? seen
    }
    const undecided = found === 'undecided' || (isWaiting && !isOld) ? 'undecided' : undefined
    this.#losses = state.losses
    this.#refuse(state.closedFor ?? undecided, state)
    this.#follow(state.identity?.lineage)
  }

  /** A process that was suspended meanwhile finds a restored database that others have opened already. */
  #follow(lineage: string | undefined): void {
    const isOther = this.#lineage !== undefined && this.#lineage !== lineage
    this.#lineage = lineage
    if (isOther) this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #refuse(reason: ClosedReason | undefined, { timeline, promotion }: ServerState): void {
    const before = this.#refused
    if (before?.reason !== reason) this.#refused = reason && new ClosedDatabaseError(reason)
    const isClosed = this.#refused?.isClosed === true
    if (isClosed === (before?.isClosed === true)) return
    const period = this.restores.closed()
    if (period !== null)
      this.#options.onClosed(reason as RestoreReason, {
        restore_id: period.restoreId,
        timeline,
        lost_since: new Date(period.sinceMs).toISOString(),
        lost_until: new Date(period.untilMs).toISOString(),
        kept_to: promotion?.keptTo ?? null,
        lost_to: promotion?.lostTo ?? null,
      })
    else this.#options.onOpened(before!.reason as RestoreReason)
    this.#tell()
  }

  #advance({ system, timeline, position }: LogPosition): void {
    if (this.#own?.timeline === timeline && this.#own.position >= position) return
    this.#own = { system, timeline, position }
    this.#file.write(this.#own)
  }
}
