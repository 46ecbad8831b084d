/** Finance teams under chaos: each makes some transfers, decides them and sends them, and repeats a step until it knows how it ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../../support/http.ts'
import { RECEIVERS } from '../../../support/load-team.ts'
import type { Dice } from '../dice.ts'
import { DEMO_LOAD } from '../load-tenant.ts'
import { type Caller, loadToken } from '../program.ts'

/** Responses to people: they must hold in the end. */
export interface Promises {
  readonly created: string[]
  readonly approved: string[]
  readonly rejected: string[]
  readonly sent: string[]
}

export interface CrewWorld {
  readonly program: Caller
  readonly dice: Dice
  readonly sourceId: string
  readonly promises: Promises
  isOpen(): boolean
}

const DECK = [
  ...Array<string>(10).fill(RECEIVERS.completes),
  ...Array<string>(4).fill(RECEIVERS.delivered),
  ...Array<string>(2).fill(RECEIVERS.refused),
  RECEIVERS.silentBooked,
  RECEIVERS.silent,
  ...Array<string>(2).fill(RECEIVERS.twiceNotProcessed),
  RECEIVERS.neverProcessed,
]
const BATCH_MAX = 12
const PAUSE_MS = 60
const TRIES_MAX = 60

export const crew = async (world: CrewWorld, name: number): Promise<void> => {
  for (let batch = 0; world.isOpen(); batch++) {
    await workOnce(world, `crew-${name}-${batch}`)
    await sleep(PAUSE_MS * world.dice.draw())
  }
}

/** One batch: made, some rejected, the others approved and sent. */
export const workOnce = async (world: CrewWorld, name: string): Promise<void> => {
  const { dice, promises } = world
  const items = Array.from({ length: 1 + Math.floor(dice.draw() * BATCH_MAX) }, (_, at) => ({
    source_account_id: world.sourceId,
    external_id: `${name}-${at}`,
    transfer_type: dice.pick(['fast', 'eft', 'remittance']),
    recipient: { iban: dice.pick(DECK), holder_name: 'Ayşe Yılmaz' },
    amount: { value: 100 + Math.floor(dice.draw() * 5_000) * 100, currency_code: 'TRY' },
  }))
  const made = await untilTold(world, 'maker', 'create', { items }, name)
  const ids: string[] = (made?.body?.transfers ?? []).map(({ id }: { id: string }) => id)
  promises.created.push(...ids)
  if (ids.length === 0) return
  const rejected = ids.filter(() => dice.draw() < 0.1)
  if (rejected.length > 0) {
    const told = await untilTold(world, 'sender', 'reject', { transfer_ids: rejected }, `${name}-r`)
    promises.rejected.push(...idsIn(told, 'rejected'))
  }
  const approved = await untilTold(world, 'checker', 'approve', { transfer_ids: ids }, `${name}-a`)
  promises.approved.push(...idsIn(approved, 'approved'))
  // Two people press the button at once, now and then.
  const senders = dice.draw() < 0.3 ? (['sender', 'admin'] as const) : (['sender'] as const)
  const sent = await Promise.all(
    senders.map((as) => untilTold(world, as, 'send', { transfer_ids: ids }, `${name}-${as}`)),
  )
  promises.sent.push(...sent.flatMap((answer) => idsIn(answer, 'sent')))
}

const idsIn = (answer: Answer | undefined, list: string): string[] =>
  answer === undefined || answer.status >= 300 ? [] : answer.body[list].map(({ id }: { id: string }) => id)

/** The same key until a response is definite; undefined when none was for long. */
const untilTold = async (
  { program }: CrewWorld,
  as: string,
  verb: string,
  body: object,
  key: string,
): Promise<Answer | undefined> => {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await asPerson(program, as, `/bulk/${verb}`, body, key).catch(() => undefined)
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer
    await sleep(PAUSE_MS * 4)
  }
  return undefined
}

export const asPerson = async (
  program: Caller,
  as: string,
  path: string,
  body: object,
  key: string,
): Promise<Answer> => {
  const { id, merchantId } = program.tenant ?? DEMO_LOAD
  return program.http.request('transfers', 'POST', `/api/v1/transfers${path}`, {
    token: await loadToken(program, as),
    body,
    headers: { 'x-tenant-id': id, 'x-merchant-id': merchantId, 'idempotency-key': key },
  })
}
