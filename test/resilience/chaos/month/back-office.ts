/** Who closes a day: a machine sends the files, rows resolved by one or two of them, reconciliations finalized, through any crash. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankProcess } from '../../../support/bank.ts'
import type { Answer, Sent } from '../../../support/http.ts'
import { asLoad, type Caller, loadToken } from '../program.ts'
import type { SettledDay } from './bank-day.ts'

const RECONCILIATIONS = '/api/v1/reconciliations'
const PAUSE_MS = 60
const TRIES_MAX = 500
const PROFILES = ['csv', 'fixed', 'mt940'] as const

/** Repeats until the answer is definite: the program may die at any time. */
export const surely = async (program: Caller, method: string, path: string, sent: Sent = {}): Promise<Answer> => {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await asLoad(program, method, path, sent).catch(() => undefined)
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer
    await sleep(PAUSE_MS)
  }
  throw new Error(`no answer to ${method} ${path}`)
}
const expect = (answer: Answer, ...statuses: readonly number[]): Answer => {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status}: ${answer.text}`)
  return answer
}

// biome-ignore lint/suspicious/noExplicitAny: as the operations answer
type Json = any

/** Undefined: the bank has not put it there yet. */
export const fetchFile = async (bank: BankProcess, { merchant, day, number }: SettledDay) => {
  const profile = PROFILES[(number + Number(day.slice(-2)) + merchant.length) % PROFILES.length]
  const answer = await fetch(`${bank.url}/control/settlement/${day}/${merchant}?number=${number}&profile=${profile}`)
  if (answer.status === 404) return undefined
  return { bytes: Buffer.from(await answer.arrayBuffer()), sha256: answer.headers.get('x-sha256') ?? '' }
}

/** The reconciliation of the file. */
export const sendFile = async (program: Caller, bytes: Buffer, sha256: string): Promise<Answer> =>
  surely(program, 'POST', `${RECONCILIATIONS}/files?sha256=${sha256}`, {
    body: bytes,
    token: await loadToken(program, 'files'),
    headers: { 'content-type': 'application/octet-stream' },
  })

/** All rows that did not match by themselves. */
export const readDiscrepancies = async (program: Caller, id: string): Promise<Json[]> => {
  const rows: Json[] = []
  for (let page = 1; ; page++) {
    const path = `${RECONCILIATIONS}/${id}/details?only_pending=true&page_size=100&page=${page}`
    const { body } = expect(await surely(program, 'GET', path), 200)
    rows.push(...body.items)
    if (body.items.length < 100) return rows
  }
}

const ACTIONS: Readonly<Record<string, string>> = {
  orphan_db: 'accept_db',
  amount_mismatch: 'accept_db',
  orphan_bank: 'ignore',
  status_mismatch: 'accept_bank',
}

/** By the first person, and where that one may not decide alone, by the second. */
export const resolveRows = async (program: Caller, id: string, rows: readonly Json[]): Promise<number> => {
  let byTwo = 0
  for (const row of rows) {
    const action = ACTIONS[row.discrepancy] ?? 'accept_bank'
    const path = `${RECONCILIATIONS}/${id}/details/${row.id}/resolve`
    const body = { action, remarks: 'compared with the bank’s own list' }
    const key = (): Sent => ({ body, headers: { 'idempotency-key': randomUUID() } })
    const first = expect(await surely(program, 'POST', path, key()), 200)
    if (first.body.detail_status !== 'pending') continue
    byTwo++
    expect(await surely(program, 'POST', path, key()), 422)
    const token = await loadToken(program, 'checker')
    const second = expect(await surely(program, 'POST', path, { ...key(), token }), 200)
    if (second.body.detail_status === 'pending') throw new Error(`two people did not resolve ${second.text}`)
  }
  return byTwo
}

/** A repeat after a crash may find it closed. */
export const finalize = async (program: Caller, id: string): Promise<string> => {
  const answer = await surely(program, 'POST', `${RECONCILIATIONS}/${id}/finalize`, { body: {} })
  const { body } = expect(await surely(program, 'GET', `${RECONCILIATIONS}/${id}`), 200)
  if (answer.status !== 200 && body.overall_status !== 'completed') throw new Error(answer.text)
  return body.overall_status
}

/** Those that somebody answered. */
export const disputedPayments = async (program: Caller): Promise<Set<string>> => {
  const { body } = expect(await surely(program, 'GET', '/api/v1/chargebacks?status=disputed&page_size=100'), 200)
  return new Set(body.items.map(({ transaction_id }: Json) => transaction_id))
}

/** Some are answered, some given up, by chance; a reversal in a file ends the others. */
export const answerChargebacks = async (program: Caller, gaveUp: () => boolean): Promise<void> => {
  const { body } = expect(await surely(program, 'GET', '/api/v1/chargebacks?status=opened&page_size=100'), 200)
  for (const { id } of body.items) {
    const action = gaveUp() ? { action: 'lose' } : { action: 'dispute', merchant_response: 'delivered, signed for' }
    await surely(program, 'PUT', `/api/v1/chargebacks/${id}/status`, { body: action })
  }
}
