/** However the transactions of events and the rounds of senders interleave, no event is passed over. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { newEventId, newId } from '../../src/core/id.ts'
import { ANNOUNCE, MERCHANT, openRig, TENANT } from '../support/delivery-rig.ts'
import { startReceiver } from '../support/receiver.ts'
import { use } from '../support/use.ts'
import { openDice } from './chaos/dice.ts'

const SEED = Number(process.env.VEZNE_CHECK_SEED ?? Math.floor(Math.random() * 2 ** 31))
const INTERLEAVINGS = Number(process.env.VEZNE_INTERLEAVINGS ?? 25)
/** Transactions open at once, each with up to three events. */
const WRITERS = 4

const writers: pg.Client[] = []
const rig = use(openRig)
const target = use(startReceiver)
before(async () => {
  for (let n = 0; n < WRITERS; n++) {
    const writer = new pg.Client({ connectionString: rig.runtime.config.databaseUrl as string })
    await writer.connect()
    writers.push(writer)
  }
})
after(async () => {
  for (const writer of writers) await writer.end()
})

type Step = () => Promise<unknown>

test(`${INTERLEAVINGS} interleavings, seed ${SEED}: every event that committed is delivered`, async () => {
  const dice = openDice(SEED)
  await rig.subscribe(target.origin, { events: ['chargeback.opened'] })
  const sender = rig.send({ idleMs: 5 })
  const expected = new Set<string>()
  for (let n = 0; n < INTERLEAVINGS; n++) {
    // The sequences of one resource are dealt to the transactions at random: a late one may hold the lowest.
    const resourceId = newId(rig.runtime.clock.ms())
    let sequence = 0
    const left = writers.map((writer): Step[] => {
      const count = Math.ceil(dice.between(0, 3))
      const isKept = dice.draw() < 0.8
      const own = dice.draw() < 0.5
      const events = Array.from({ length: count }, () => {
        const id = newEventId()
        if (isKept) expected.add(id)
        return own
          ? { id, resourceId: newId(rig.runtime.clock.ms()), sequence: 1 }
          : { id, resourceId, sequence: ++sequence }
      })
      return [
        () => writer.query('begin'),
        ...events.map((event) => () => writer.query(ANNOUNCE, announced(event, rig.runtime.clock.now()))),
        () => writer.query(isKept ? 'commit' : 'rollback'),
      ]
    })
    for (
      let open = left.filter((steps) => steps.length > 0);
      open.length > 0;
      open = open.filter((steps) => steps.length > 0)
    ) {
      if (dice.draw() < 0.5) sender.wake()
      if (dice.draw() < 0.2) await new Promise(setImmediate)
      await dice.pick(open).shift()?.()
    }
  }
  await rig.until(
    (await rig.sql<{ id: string }>(SUBSCRIPTION))[0]?.id as string,
    (rows) => rows.length >= expected.size && rows.every(({ state }) => state === 'delivered'),
  )
  const got = new Set(target.received.map(({ headers }) => String(headers['x-service-event-id'])))
  assert.deepEqual(
    [...expected].filter((id) => !got.has(id)),
    [],
  )
  assert.deepEqual(
    [...got].filter((id) => !expected.has(id)),
    [],
    'an event that was rolled back went out',
  )
  await sender.stop()
})

const SUBSCRIPTION = 'select id from webhook_subscriptions where is_active'

const announced = (event: { id: string; resourceId: string; sequence: number }, now: Date): unknown[] => [
  [TENANT],
  [event.resourceId],
  [event.sequence],
  [event.id],
  ['chargeback.opened'],
  [MERCHANT],
  [JSON.stringify({ id: event.id })],
  [now],
]
