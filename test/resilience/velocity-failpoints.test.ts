/** The program dies around the write that counts: of four payments with one card exactly as many pass as the rule allows, whenever it was. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import pg from 'pg'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { atLeast, freshCard } from '../support/velocity-shop.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import type { Place } from './chaos/plan.ts'
import { endLeases } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { orderOf, pay, tellUntilKnown } from './chaos/swarm.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const LIMIT = 2
const PLACES: readonly Place[] = ['before-prepare', 'after-prepare', 'before-record']

const beside = use(besideTheServer)
let program: Program
before(async () => {
  program = await beside.open()
  await program.start()
  const owner = new pg.Client({ connectionString: program.ownerUrl() })
  await owner.connect()
  await owner.query(
    `insert into fraud_rules (tenant_id, id, process, code, name, type, expression_json, action, priority, is_active, created, last_modified)
     select tenant_id, $1, 'sanal_pos', 'TWO', 'Two an hour', 'velocity', $2, 'block', 100, true, now(), now()
     from realms where slug = 'tenant-load'`,
    [randomUUID(), JSON.stringify(atLeast('velocity.card.1h.count', LIMIT))],
  )
  await owner.end()
})

for (const place of triedPlaces(PLACES, ['before-record']))
  test(`dies ${place.replace('-', ' ')}: two of four pass, and a repeat gets the same`, async () => {
    await program.arm({ at: place, act: 'die' })
    const { number } = freshCard()
    const orders = Array.from({ length: 4 }, (_, at) => orderOf(`${place}-${at}-${randomUUID()}`, 15_000, number))
    const told = Promise.all(orders.map((order) => tellUntilKnown(program, order)))
    await until('the place is reached', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())
    await program.start()
    await told
    const codes = []
    for (const order of orders) {
      await program.moveClock(1)
      const again = await pay(program, order)
      codes.push(again?.code ?? 'passed')
    }
    assert.deepEqual(codes.sort(), ['fraud_blocked', 'fraud_blocked', 'passed', 'passed'])
    const late = await pay(program, orderOf(`${place}-late-${randomUUID()}`, 15_000, number))
    assert.equal(late?.code, 'fraud_blocked')
  })
