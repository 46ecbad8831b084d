/** Callers that pay through a failover, and whether what they were told is what is stored. */
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import type { Program } from '../resilience/chaos/program.ts'
import { demoClient } from '../support/demo.ts'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'

const LANES = 32
const REALM = 'tenant-load'
const PATIENCE_MS = 60_000
const STEP_S = 200
const PAUSE_MS = 100 // a caller that was refused does not repeat at once

export interface Paying {
  /** Payments told as completed so far, by key. */
  readonly acknowledged: ReadonlyMap<string, string>
  readonly statuses: Readonly<Record<string, number>>
  /** The longest time without a payment since the last call. */
  gapMs(): number
  /** Stops, then repeats what was not final until it is. */
  settle(): Promise<void>
}

export const startPaying = async (program: Program): Promise<Paying> => {
  let token = await signIn(program)
  const pay = async (key: string) => {
    const { status, body } = await program.http.request('cards', 'POST', '/api/v1/payments', {
      token,
      body: paymentBody(),
      headers: { 'x-external-merchant-id': 'M-3001', 'idempotency-key': key },
    })
    return { status, id: body?.transaction_id as string }
  }
  const acknowledged = new Map<string, string>()
  const open: string[] = []
  const statuses: Record<string, number> = {}
  let [longest, last, sent, isOver] = [0, performance.now(), 0, false]
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const key = `key-${sent++}`
      const { status, id } = await pay(key)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200) {
        acknowledged.set(key, id)
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      } else {
        open.push(key)
        await sleep(PAUSE_MS)
      }
    }
  }
  const load = Promise.all(Array.from({ length: LANES }, lane))
  return {
    acknowledged,
    statuses,
    gapMs() {
      const found = longest
      longest = 0
      return found
    },
    async settle() {
      isOver = true
      await load
      await until(
        'every open key is final',
        async () => {
          await program.moveClock(STEP_S)
          token = await signIn(program) // the one before has expired by the clock that moved
          const keys = open.splice(0)
          const repeat = async (): Promise<void> => {
            for (let key = keys.pop(); key !== undefined; key = keys.pop())
              if (![200, 422].includes((await pay(key)).status)) open.push(key)
          }
          await Promise.all(Array.from({ length: LANES }, repeat))
          return open.length === 0
        },
        PATIENCE_MS,
      )
    },
  }
}

const signIn = async ({ http, demo }: Program): Promise<string> => {
  const { client_id, client_secret } = demoClient(demo(), 'admin', REALM)
  const { body } = await http.request('identity', 'POST', `/api/v1/auth/${REALM}/token`, {
    body: { client_id, client_secret },
  })
  return body.access_token
}

export interface Faults {
  /** Told, and not there. */
  readonly lost: number
  /** Bookings of one payment there twice. */
  readonly doubles: number
  /** Keys with two payments. */
  readonly keys: number
}

export const faultsOf = (url: string, ids: Iterable<string>): Promise<Faults> =>
  asOwner(url, async (owner) => {
    const count = async (text: string): Promise<number> => (await owner.query<{ n: number }>(text)).rows[0]!.n
    const stored = await completedOn(url)
    return {
      lost: [...ids].filter((id) => !stored.has(id)).length,
      doubles: await count(
        `select count(*)::int as n from (select from journal group by payment_id, kind, debit_account having count(*) > 1) twice`,
      ),
      keys: await count(
        `select count(*)::int as n from (select from payments where idempotency_key is not null
           group by tenant_id, merchant_id, idempotency_key having count(*) > 1) twice`,
      ),
    }
  })

export const completedOn = (url: string): Promise<Set<string>> =>
  asOwner(url, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(`select id::text from payments where status = 'completed'`)
    return new Set(rows.map(({ id }) => id))
  })

export const shownFaults = ({ lost, doubles, keys }: Faults): string =>
  `${lost} acknowledged missing, ${doubles} bookings twice, ${keys} keys with two payments`
export const isFaultless = (faults: Faults): boolean => Object.values(faults).every((count) => count === 0)
