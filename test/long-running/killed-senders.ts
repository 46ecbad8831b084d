/** Ten thousand events to a subscriber that fails three times in ten, by senders that are killed twenty times. */
import { setTimeout as sleep } from 'node:timers/promises'
import { newEventId, newId } from '../../src/core/id.ts'
import { openDice } from '../resilience/chaos/dice.ts'
import { asOwner, endDeliveryLeases, waitingDeliveries } from '../resilience/chaos/platform-records.ts'
import { asLoad, openProgram, type Program } from '../resilience/chaos/program.ts'
import { ANNOUNCE } from '../support/delivery-rig.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import type { Check } from './check.ts'

const EVENTS = 10_000
const KILLS = 20
const FAILING = 0.3
/** Of the events, sent once more after a success: those in flight when the process died. */
const AGAIN_MAX = 0.02
/** Between two kills so many lots of events, a pause after each; one of the lots finds no running sender. */
const ROUNDS = 20
const PAUSE_MS = [20, 100] as const
const RETRY_S = 36 * 3_600 // more than the longest wait of the ladder

export const killedSenders: Check = async (say, seed) => {
  const dice = openDice(seed)
  const answered = new Map<Received, number>()
  const receiver = await startReceiver((request, response) => {
    const status = dice.draw() < FAILING ? 500 : 200
    answered.set(request, status)
    response.writeHead(status).end()
  })
  const program = await openProgram()
  try {
    await program.start()
    await asOwner(program.ownerUrl(), (client) => client.query('update webhook_subscriptions set is_active = false'))
    const { status } = await asLoad(program, 'POST', '/api/v1/webhook-subscriptions', {
      body: { url: `${receiver.origin}/hook`, events: ['*'] },
    })
    if (status !== 201) throw new Error(`no subscription: ${status}`)
    const bodies = new Map<string, string>()
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill % 5 === 4) await program.moveClock(RETRY_S)
      const killAfter = Math.floor(dice.between(0, ROUNDS))
      for (let round = 0; round < ROUNDS; round++) {
        for (const [id, body] of await announce(program, EVENTS / KILLS / ROUNDS)) bodies.set(id, body)
        await sleep(dice.between(...PAUSE_MS))
        if (round === killAfter) await program.kill()
      }
      await endDeliveryLeases(program.ownerUrl())
      await program.start()
    }
    while ((await waitingDeliveries(program.ownerUrl())) > 0) {
      await program.moveClock(RETRY_S)
      await sleep(1_000)
    }
    return judge(say, seed, { bodies, received: receiver.received, answered })
  } finally {
    await program.end()
    await receiver.close()
  }
}

/** Straight into the database, as a payment's statement writes them. */
const announce = async (program: Program, count: number): Promise<[string, string][]> => {
  const events = Array.from({ length: count }, (_, n) => {
    const id = newEventId()
    return { id, resource: newId(Date.now()), body: JSON.stringify({ id, type: 'payment.completed', data: { n } }) }
  })
  const tenant = program.demo().tenants.find(({ slug }) => slug === 'tenant-load')?.tenant_id
  const each = <T>(of: (one: (typeof events)[number]) => T): T[] => events.map(of)
  await asOwner(program.ownerUrl(), async (client) => {
    const { rows } = await client.query(
      "select now() + offset_ms * interval '1 millisecond' as now from platform_clock",
    )
    await client.query(ANNOUNCE, [
      each(() => tenant),
      each(({ resource }) => resource),
      each(() => 1),
      each(({ id }) => id),
      each(() => 'payment.completed'),
      each(() => null),
      each(({ body }) => body),
      each(() => rows[0].now),
    ])
  })
  return each(({ id, body }) => [id, body])
}

interface Record {
  bodies: ReadonlyMap<string, string>
  received: readonly Received[]
  answered: ReadonlyMap<Received, number>
}

const judge = (say: (line: string) => void, seed: number, { bodies, received, answered }: Record): boolean => {
  const byId = Map.groupBy(received, ({ headers }) => String(headers['x-service-event-id']))
  const missing = [...bodies.keys()].filter((id) => !byId.has(id)).length
  const strange = [...byId.keys()].filter((id) => !bodies.has(id)).length
  const different = received.filter(
    ({ headers, body }) => bodies.get(String(headers['x-service-event-id'])) !== body.toString(),
  ).length
  let again = 0
  for (const requests of byId.values()) {
    const first = requests.findIndex((request) => answered.get(request) === 200)
    if (first >= 0) again += requests.length - 1 - first
  }
  const deliveryIds = new Set(received.map(({ headers }) => headers['x-service-delivery-id'])).size
  say(
    `seed ${seed}: ${bodies.size} events, ${KILLS} kills, ${received.length} requests with ${deliveryIds} delivery ids; missing ${missing}, unknown ${strange}, other bytes ${different}, again after a success ${again} (${((100 * again) / bodies.size).toFixed(2)} %, ${(again / KILLS).toFixed(0)} a kill)`,
  )
  return missing + strange + different === 0 && again <= bodies.size * AGAIN_MAX
}
