/** `vezne database`: lists promotions of standbys that the program met, records that an operator compared one with the banks, and carries a database over to the baseline. */
import { userInfo } from 'node:os'
import { stdout } from 'node:process'
import { reachServer } from '../app/open-database-for-cli.ts'
import { CLOSED_REASONS } from '../infra/database/database-errors.ts'
import { carryOver } from '../infra/database/migrations/carry-over.ts'
import { acceptPromotion, findPromotions, type PromotionRow } from '../infra/database/promotions/promotion-list.ts'
import { findRestores, reopenPlatform } from '../infra/database/promotions/restore-list.ts'
import type { Config } from '../infra/process/config.ts'
import { StartupError } from '../infra/process/startup-error.ts'
import type { Runtime } from '../infra/runtime.ts'
import { loadCliConfig, withOwner, withRuntime } from './attach-runtime.ts'
import { withAudit } from './audit-command.ts'
import { requireArrived } from './backup/require-arrived.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { confirm, readFlag } from './confirm.ts'
import { findClosedFor, readName } from './restore.ts'

export const database: Verb = {
  summary:
    'promotions of a standby, taking writes again after one that lost some, and the way to the baseline of migrations',
  usage: `database promotions       each server that took over, and whether it lacked what had been acknowledged
database adopt            opens a database that was moved as a whole: by pg_upgrade, by replication, or as a copy for tests
  --by <name>             the person who says that nothing is missing
database accept-promotion  takes writes again
  --reconciled-until <time>  the moment (2026-11-23T02:30:00Z) until which payments and transfers were compared with the banks
  --yes                   without asking
database carry-over        once, for a database made before the baseline of migrations, by its owner while no program runs on it

accept-promotion: not before what the banks booked shortly before the failure was compared with what is stored: a lost payment is charged and unknown here.
The audit log of the platform names who accepted.`,
  async run(words) {
    const yes = readFlag(words, '--yes')
    const { options, rest } = parseArguments(yes.rest, ['reconciled-until', 'by'])
    const [step = 'promotions', ...more] = rest
    if (step === 'carry-over' && more.length === 0) return carryOverTo(loadCliConfig())
    if (step === 'adopt' && more.length === 0) return adoptMoved(readName(options.by), yes.isSet)
    if (more.length > 0 || (step !== 'promotions' && step !== 'accept-promotion'))
      throw new UsageError('see help database')
    await withRuntime(async ({ runtime }) => {
      const promotions = await runtime.db.transaction({ of: [] }, findPromotions)
      if (step === 'promotions') return say(promotions.map(formatLine))
      const open = promotions.find(({ isOpen }) => isOpen)
      if (!open) throw new UsageError('no promotion waits for being accepted')
      const until = reconciledUntil(options['reconciled-until'])
      say([formatLine(open), 'Payments and transfers are written again from the next second on.'])
      await confirm(yes.isSet)
      await accept(runtime, open, until)
      say(['accepted'])
    })
  },
}

const adoptMoved = (by: string, isYes: boolean): Promise<void> =>
  withRuntime(async ({ runtime }) => {
    const closedFor = await findClosedFor(runtime)
    if (closedFor === undefined) throw new UsageError('the database is open; nothing was changed')
    say([
      `closed: ${closedFor}`,
      'Adopt it only if everything the installation wrote is here. Banks are not asked about repeated keys.',
    ])
    await confirm(isYes)
    await adopt(runtime, by)
    say(['adopted'])
  })

/** A restore that lacks something is finished with `vezne restore finish`, after which banks are asked. */
export const adopt = async (runtime: Runtime, by: string): Promise<void> => {
  await withAudit(runtime, 'vezne database adopt', async (tx) => {
    const restores = await findRestores(tx)
    const lacking = restores.find(({ finished, reason }) => finished === null && reason !== 'other_database')
    if (lacking) throw new UsageError(`${CLOSED_REASONS[lacking.reason]}: vezne restore finish opens it`)
    await reopenPlatform(tx, `${by} (os:${userInfo().username})`, false)
    return { kind: 'restore', id: null, before: null, after: { by } }
  })
}

/** Starts the embedded server where it is stopped, because the program refuses to run on a database from before the baseline. */
const carryOverTo = async (config: Config): Promise<void> => {
  const { url, stop } = await reachServer(config)
  try {
    const count = await withOwner(url, carryOver)
    say([
      count === 0
        ? 'the database is of the baseline already, or has no schema yet'
        : `carried over: the names of ${count} migrations became those of the baseline; start the program`,
    ])
  } catch (error) {
    throw error instanceof StartupError ? new UsageError(error.message) : error
  } finally {
    await stop()
  }
}

export const accept = async (runtime: Runtime, open: PromotionRow, reconciledUntil: Date): Promise<void> => {
  await requireArrived(runtime)
  const accepted = { by: `os:${userInfo().username}`, reconciledUntil }
  const body = { timeline: open.timeline, kept_to: open.keptTo, lost_to: open.lostTo }
  await withAudit(runtime, 'vezne database accept-promotion', async (tx) => {
    await acceptPromotion(tx, open.timeline, accepted)
    await reopenPlatform(tx, accepted.by, true)
    const after = { ...body, reconciled_until: reconciledUntil.toISOString() }
    return { kind: 'promotion', id: null, before: body, after }
  })
}

const reconciledUntil = (text: string | undefined): Date => {
  const moment = new Date(text ?? '')
  if (Number.isNaN(moment.getTime()))
    throw new UsageError('say until when it was compared with the banks: --reconciled-until 2026-11-23T02:30:00Z')
  if (moment.getTime() > Date.now()) throw new UsageError('that moment is still to come')
  return moment
}

const formatLine = ({ timeline, seen, keptTo, lostTo, isOpen, acceptedBy }: PromotionRow): string =>
  [
    `timeline ${timeline}`,
    `seen ${seen.toISOString()}`,
    lostTo === null ? 'nothing acknowledged is missing' : `has the log to ${keptTo}, acknowledged was ${lostTo}`,
    ...(isOpen ? ['NOT ACCEPTED: nothing is written'] : []),
    ...(acceptedBy === null ? [] : [`accepted by ${acceptedBy}`]),
  ].join('  ')

const say = (lines: readonly string[]): void => void stdout.write(lines.map((line) => `${line}\n`).join(''))
