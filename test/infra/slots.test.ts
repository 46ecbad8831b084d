/** Slots of due work: no tenant takes all, and room is announced once enough of it is free. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createSlots } from '../../src/infra/database/due-work/slots.ts'

const open = () => {
  let announced = 0
  const slots = createSlots(() => void announced++)
  const ends: (() => void)[] = []
  return {
    slots,
    announced: () => announced,
    /** As many steps as are free, at most so many. */
    fill(tenantId: string, atMost = Number.POSITIVE_INFINITY): number {
      const count = Math.min(atMost, slots.freeFor(tenantId))
      for (let taken = 0; taken < count; taken++)
        slots.take(tenantId, new Promise<void>((resolve) => void ends.push(resolve)))
      return count
    },
    async end(count: number): Promise<void> {
      for (const end of ends.splice(0, count)) end()
      await setImmediate()
    },
  }
}

test('a tenant whose steps hang leaves a quarter to the others', () => {
  const { slots, fill } = open()
  const first = fill('a')
  assert.equal(slots.freeFor('a'), 0)
  assert.equal(slots.freeFor('b'), first / 3)
  assert.equal(fill('b'), first / 3)
  assert.equal(slots.freeFor('c'), 0)
  assert.equal(slots.shareOf(3), 1, 'who finds nothing free still has a turn')
})

test('a share is the same for all tenants with something due', () => {
  const { slots } = open()
  assert.equal(slots.shareOf(4) * 4, slots.shareOf(1))
  assert.equal(slots.shareOf(10_000), 1)
})

test('room is announced once, when enough of it is free and more is wanted', async () => {
  const { slots, fill, announced, end } = open()
  const count = fill('a')
  await end(1)
  assert.equal(announced(), 0, 'nothing more is wanted')
  slots.wantMore()
  await end(1)
  assert.equal(announced(), 0, 'one claim for each slot would be a transaction per row')
  await end(count - 2)
  assert.equal(announced(), 1)
  assert.equal(slots.mayTakeMore(), false)
  await slots.idle()
})

test('the last step of a tenant announces room, however little it had', async () => {
  const { slots, fill, announced, end } = open()
  fill('a', 1)
  slots.wantMore()
  await end(1)
  assert.equal(announced(), 1)
})
