/** Commands of the model test, each with the result the model expects. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { World } from './model-world.ts'
import { sameAnswer } from './oracle.ts'
import {
  holderOf,
  isHeld,
  isSame,
  MODEL_CARDS,
  type Model,
  type Modelled,
  note,
  outcomeOf,
  type Request,
  statesOf,
  textOf,
} from './payment-model.ts'
import type { Told } from './swarm.ts'

type Command = fc.AsyncCommand<Model, World>

const SLOTS = 3
const slot = fc.nat(SLOTS - 1)
const request: fc.Arbitrary<Request> = fc.record({
  slot,
  card: fc.constantFrom(...MODEL_CARDS),
  amount: fc.constantFrom(15_000, 70_001, 99),
  kind: fc.constantFrom('sale' as const, 'sale' as const, 'pre_auth' as const),
  isReviewed: fc.constantFrom(false, false, true),
})

const command = (name: string, check: (model: Readonly<Model>) => boolean, run: Command['run']): Command => ({
  check,
  toString: () => name,
  async run(model, world) {
    await run(model, world)
    await world.compare(model)
  },
})

/** Pays, perhaps with a key that is taken, perhaps twice at once. */
const pay = (asked: Request, times: 1 | 2): Command =>
  command(
    `pay ${JSON.stringify(asked)}${times === 2 ? ' twice at once' : ''}`,
    () => true,
    async (model, world) => {
      const sent = await Promise.all(Array.from({ length: times }, () => send(model, world, asked)))
      // Of two at once either may be answered first: a replay is of an answer that came before.
      const told = sent.toSorted((one, other) => Number(one.isReplay) - Number(other.isReplay))
      const [first] = told
      const holder = holderOf(model, asked.slot, world.now())
      if (holder) for (const each of told) checkRepeat(model, world, { holder, asked, told: each })
      else if (asked.amount < 100) for (const each of told) checkRefused(model, each)
      else {
        const { status } = firstOf(model, asked)
        const fresh = told.find((each) => !each.isReplay && each.status === status) ?? first!
        const made = checkFirst(model, world, asked, fresh)
        for (const each of told) if (each !== fresh) checkRepeat(model, world, { holder: made, asked, told: each })
      }
    },
  )

const repeat = (which: number): Command =>
  command(
    `repeat ${which}`,
    (model) => model.ofSlot.has(which),
    async (model, world) => {
      const asked = model.ofSlot.get(which)!.request
      const holder = holderOf(model, which, world.now())
      const told = await send(model, world, asked)
      if (holder) checkRepeat(model, world, { holder, asked, told })
      else checkFirst(model, world, asked, told)
    },
  )

/** Decides the slot's payment, perhaps twice at once: one takes effect, where a decision is still possible. */
const decide = (which: number, verb: 'approve' | 'reject', times: 1 | 2): Command =>
  command(
    `${verb} ${which}${times === 2 ? ' twice at once' : ''}`,
    (model) => model.ofSlot.get(which)?.request.isReviewed === true,
    async (model, world) => {
      const payment = model.ofSlot.get(which)!
      const told = await Promise.all(Array.from({ length: times }, () => world.decide(payment.transaction, verb)))
      const isOpen = isHeld(payment, world.now())
      const refused = Array<number>(isOpen ? times - 1 : times).fill(409)
      assert.deepEqual(told.toSorted(), isOpen ? [200, ...refused] : refused)
      note(model, isOpen ? `${verb} while held` : 'decided too late')
      if (!isOpen) return
      payment.sent = world.now()
      payment.state = verb === 'approve' ? outcomeOf(model, payment.request).state : 'failed'
    },
  )

const move = (seconds: number): Command =>
  command(
    `move the clock by ${seconds} s`,
    () => true,
    (_, world) => world.moveClock(seconds),
  )

export const commands = [
  fc.tuple(request, fc.constantFrom(1 as const, 1 as const, 2 as const)).map(([asked, times]) => pay(asked, times)),
  slot.map(repeat),
  slot.map(repeat),
  fc
    .tuple(
      slot,
      fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
      fc.constantFrom(1 as const, 2 as const),
    )
    .map(([which, verb, times]) => decide(which, verb, times)),
  fc.constantFrom(3, 40, 100, 200, 13 * 3_600).map(move),
]

const send = async (model: Model, world: World, asked: Request): Promise<Told> => {
  const told = await world.pay(textOf(model, asked), `${model.sequence}-${asked.slot}`)
  assert.ok(told, 'an answer that says nothing')
  return told
}

const HELD = { status: 202, state: 'created' } as const
const firstOf = (model: Model, asked: Request) => (asked.isReviewed ? HELD : outcomeOf(model, asked))

const checkFirst = (model: Model, world: World, asked: Request, told: Told): Modelled => {
  const { status, state } = firstOf(model, asked)
  assert.equal(told.status, status, told.text)
  assert.equal(told.isReplay, false)
  assert.ok(told.transaction)
  assert.ok(!model.payments.some(({ transaction }) => transaction === told.transaction), 'a payment of its own')
  const answer = status === 200 || status === 422 ? { status, text: told.text } : undefined
  const created = world.now()
  const made = {
    slot: asked.slot,
    request: asked,
    transaction: told.transaction,
    created,
    sent: created,
    state,
    answer,
  }
  model.payments.push(made)
  model.ofSlot.set(asked.slot, made)
  note(model, `first ${status} ${state}`)
  return made
}

interface Repeated {
  holder: Modelled
  asked: Request
  told: Told
}
const STATUS_OF = { created: 202, processing: 202, completed: 200, authorized: 200, failed: 422 } as const

const checkRepeat = (model: Model, world: World, { holder, asked, told }: Repeated): void => {
  if (!isSame(holder.request, asked)) {
    assert.deepEqual([told.status, told.code], [409, 'idempotency_key_in_use'])
    note(model, 'key in use')
    return
  }
  assert.equal(told.transaction, holder.transaction)
  assert.equal(told.isReplay, holder.answer !== undefined, 'a replay is a final answer that was given before')
  if (holder.answer) {
    assert.equal(told.status, holder.answer.status)
    assert.ok(sameAnswer(told.text, holder.answer.text), told.text)
    note(model, `replayed ${told.status}`)
    return
  }
  // No answer is frozen yet: the state of the moment, and from the final one on always the same.
  const isOver = told.status !== 202
  const allowed = statesOf(holder, world.now()).map((state) => STATUS_OF[state])
  assert.ok(
    allowed.some((status) => status === told.status),
    `${told.status} is none of ${allowed.join()}: ${told.text}`,
  )
  note(model, isOver ? 'repeat after the end' : 'repeat while open')
  if (!isOver) return
  if (told.status === 422) assert.ok(['payment_failed', 'bank_declined', 'fraud_blocked'].includes(told.code ?? ''))
  holder.answer = { status: told.status, text: told.text }
}

const checkRefused = (model: Model, told: Told): void => {
  assert.deepEqual([told.status, told.code, told.transaction], [422, 'invalid_amount', undefined])
  note(model, 'refused, nothing stored')
}
