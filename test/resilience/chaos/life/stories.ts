/** What shops and shoppers do in the run over the full life cycle of payments: sales, captures, voids, refunds and challenges, with repeats and races. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../../support/http.ts'
import { CARDS, paymentBody } from '../../../support/payments.ts'
import { formIn } from '../../../support/three-d.ts'
import type { Dice } from '../dice.ts'
import { asLoad, type Caller } from '../program.ts'

/** One write as the caller saw it end. */
export interface Told {
  kind: 'sale' | 'pre_auth' | '3d' | 'capture' | 'void' | 'refund' | 'plan'
  payment: string
  status: number
  amount: number
}

export interface World {
  program: Caller
  dice: Dice
  /** Configurations of the banks on the wire. */
  configurations: readonly string[]
  told: Told[]
  /** Between two tries of one request; 60 unless given. */
  pauseMs?: number
  /** Is told of each answer to a browser, which goes past `program`; 0: there was none. */
  onBrowserAnswer?(status: number): void
  /** False: shops stop repeating indefinite requests, and begin nothing new. */
  isOpen(): boolean
}

const PAUSE_MS = 60
const TRIES_MAX = 400 // some twenty seconds: longer than any restart
const DECK = [...Array(10).fill(CARDS.success), ...Array(2).fill(CARDS.debit), CARDS.declined, CARDS.insufficient]
/** Kurus that decide nothing at the bank simulator. */
export const amountOf = (dice: Dice): number => 1_000 * Math.ceil(dice.between(1, 100))

/** Repeats under one key until a response is definite. Undefined: the run ended first. */
export const write = async (
  { program, isOpen, pauseMs = PAUSE_MS }: World,
  path: string,
  body: object,
): Promise<Answer | undefined> => {
  const headers = { 'idempotency-key': randomUUID(), 'x-external-merchant-id': 'M-3001' }
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await asLoad(program, 'POST', path, { body, headers }).catch(() => undefined)
    const isAnswer = answer !== undefined && (answer.status < 500 || answer.body?.transaction_id !== undefined)
    if (isAnswer && answer.status !== 409) return answer
    if (!isOpen() && tries > TRIES_MAX / 4) return undefined
    await sleep(pauseMs)
  }
  return undefined
}

export const orderBody = ({ dice, configurations }: World, amount: number, more: object = {}) =>
  paymentBody({
    amount: { amount, currency: 'TRY' },
    card: { number: dice.pick(DECK) },
    extra_properties: { connector_configuration_id: dice.pick(configurations) },
    ...more,
  })

/** Waits until an open outcome is known, as a shop does that reads its payment. */
export const statusOf = async (world: World, id: string): Promise<string> => {
  for (;;) {
    const answer = await asLoad(world.program, 'GET', `/api/v1/payments/${id}`).catch(() => undefined)
    const status = answer?.body?.status ?? 'pending'
    if (answer?.status === 200 && status !== 'pending') return status
    if (!world.isOpen()) return status
    await sleep((world.pauseMs ?? PAUSE_MS) * 5)
  }
}

export const pay = async (
  world: World,
  kind: 'sale' | 'pre_auth',
): Promise<{ id: string; amount: number } | undefined> => {
  const amount = amountOf(world.dice)
  const answer = await write(world, '/api/v1/payments', orderBody(world, amount, { operation_type: kind }))
  const id = answer?.body?.transaction_id
  if (answer === undefined || id === undefined) return undefined
  world.told.push({ kind, payment: id, status: answer.status, amount })
  const status = answer.status === 202 ? await statusOf(world, id) : answer.body.status
  return status === 'completed' || status === 'authorized' ? { id, amount } : undefined
}

export const step = async (
  world: World,
  kind: 'capture' | 'void' | 'refund',
  id: string,
  amount?: number,
): Promise<void> => {
  const answer = await write(world, `/api/v1/payments/${id}/${kind}`, amount === undefined ? {} : { amount })
  if (answer !== undefined) world.told.push({ kind, payment: id, status: answer.status, amount: amount ?? 0 })
}

const refundInParts = async (world: World, id: string, whole: number): Promise<void> => {
  const { dice } = world
  const parts = Math.ceil(dice.between(0, 4))
  const amounts = Array.from({ length: parts }, () => Math.max(1, Math.floor(whole * dice.between(0.2, 0.7))))
  // Together they may be more than was paid: some are refused then, and the ledgers must agree on which.
  if (dice.draw() < 0.5) await Promise.all(amounts.map((amount) => step(world, 'refund', id, amount)))
  else for (const amount of amounts) await step(world, 'refund', id, amount)
}

const sale = async (world: World): Promise<void> => {
  const paid = await pay(world, 'sale')
  if (paid === undefined) return
  const draw = world.dice.draw()
  if (draw < 0.4) await refundInParts(world, paid.id, paid.amount)
  else if (draw < 0.6) await step(world, 'void', paid.id)
  else if (draw < 0.7) await Promise.all([step(world, 'void', paid.id), step(world, 'refund', paid.id, 500)])
}

const blocked = async (world: World): Promise<void> => {
  const paid = await pay(world, 'pre_auth')
  if (paid === undefined) return
  const { dice } = world
  const part = dice.draw() < 0.5 ? paid.amount : Math.ceil(paid.amount * dice.between(0.3, 0.9))
  const draw = dice.draw()
  if (draw < 0.3) return step(world, 'void', paid.id)
  if (draw < 0.6) await Promise.all([step(world, 'capture', paid.id, part), step(world, 'void', paid.id)])
  else await step(world, 'capture', paid.id, part)
  if (dice.draw() < 0.5) await refundInParts(world, paid.id, part)
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  })

const ENDINGS = ['ok', 'ok', 'ok', 'ok', 'fail', 'cancel'] as const

/** A shopper's browser: the bank's gateway, its challenge, and the return; it may never return, or return twice. */
const challenge = async (world: World): Promise<void> => {
  const { dice } = world
  const amount = amountOf(dice)
  const body = orderBody(world, amount, { return_url: 'http://127.0.0.1:9/back' })
  const started = await write(world, '/api/v1/payments/3d/init', body)
  const id = started?.body?.transaction_id
  if (started === undefined || id === undefined) return
  world.told.push({ kind: '3d', payment: id, status: started.status, amount })
  const html = started.body.extra_properties?.html_content
  if (started.status !== 200 || html === undefined) return // a replay after a kill: the card's form is gone with the process
  try {
    const form = formIn(html)
    const gate = await post(form.action, form.fields)
    const location = gate.headers.get('location')
    const ending = dice.pick(ENDINGS)
    const page = location === null ? gate : await fetch(`${new URL(location, form.action)}?auto=${ending}`)
    const back = formIn(await page.text())
    if (back.action === '' || dice.draw() < 0.05) return
    const times = dice.draw() < 0.2 ? 3 : 1
    await Promise.all(Array.from({ length: times }, () => comeBack(world, back)))
  } catch {
    return // the bank or the platform is unavailable: this shopper gives up
  }
  if ((await statusOf(world, id)) === 'completed' && dice.draw() < 0.4) await refundInParts(world, id, amount)
}

const comeBack = async (world: World, back: { action: string; fields: Record<string, string> }): Promise<void> => {
  for (;;) {
    const answer = await post(back.action, back.fields).catch(() => undefined)
    world.onBrowserAnswer?.(answer?.status ?? 0)
    if ((answer !== undefined && answer.status < 500) || !world.isOpen()) return
    await sleep((world.pauseMs ?? PAUSE_MS) * 5)
  }
}

export type Story = (world: World) => Promise<void>

export const STORIES: readonly Story[] = [sale, sale, blocked, blocked, challenge, challenge]
