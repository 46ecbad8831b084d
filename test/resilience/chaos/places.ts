/** Puts the places where the program stops or dies around it (./patches.ts), and a ledger beside its bank. Loaded before the program, in its process. */
import { existsSync, readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import type { BankCalls } from '../../../src/connectors/call/call-bank.ts'
import type { TransferBank } from '../../../src/connectors/transfer-bank.ts'
import { Database, type Statement } from '../../../src/infra/database/database.ts'
import { type Bank, withLedger } from './bank-ledger.ts'
import { type Failpoint, type Place, readPlan } from './plan.ts'
import { withPlaces } from './transfers/with-places.ts'

const plan = readPlan()

/** No process is left behind when the test itself is killed. */
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1_000).unref()

const { clockAheadMs = 0 } = plan
const watch = Date.now
if (clockAheadMs !== 0) Date.now = () => watch() + clockAheadMs

const resumed = new Promise<void>((resolve) => void process.once('SIGCONT', () => resolve()))
let reached = 0

const failpointNow = (): Failpoint | undefined =>
  plan.armed !== undefined && existsSync(plan.armed) ? JSON.parse(readFileSync(plan.armed, 'utf8')) : plan.failpoint

const reach = (place: Place): Promise<void> | undefined => {
  const failpoint = failpointNow()
  if (failpoint?.at !== place) return undefined
  if (failpoint.act === 'hold') return resumed
  if (++reached !== (failpoint.hit ?? 1)) return undefined
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

const afterReaching = async <T>(place: Place, work: () => Promise<T>): Promise<T> => {
  await reach(place)
  return work()
}

Object.assign(globalThis, {
  vezneTestCalls: (calls: BankCalls): BankCalls => ({
    ...calls,
    send: (...given) => afterReaching('before-call', () => calls.send(...given)),
    sendOperation: (...given) => afterReaching('before-call', () => calls.sendOperation(...given)),
    sendAs: (...given) => afterReaching('before-call', () => calls.sendAs(...given)),
  }),
  vezneTestTransferBank: (bank: TransferBank) => withPlaces(bank, reach),
  vezneTestBank: (bank: Bank) => withLedger(bank, plan.ledger, reach),
  async vezneTestAround<T>([before, after]: [Place, Place | null], write: () => Promise<T>): Promise<T> {
    await reach(before)
    const result = await write()
    if (after !== null) await reach(after)
    return result
  },
})

const plainBatch = Database.prototype.batch
Database.prototype.batch = async function <Row>(tenantIds: readonly string[], statement: Statement): Promise<Row[]> {
  const [before, after] = AROUND[statement.name] ?? []
  if (before) await reach(before)
  const rows = await plainBatch.call(this, tenantIds, statement)
  if (after) await reach(after)
  return rows as Row[]
}
const AROUND: Record<string, [Place, Place]> = {
  'record-outcomes': ['before-record', 'after-record'],
  'record-transfers': ['before-record', 'after-record'],
}

const MONEY = /^\/api\/v1\/(payments(\/[^/]+\/(capture|void|refund))?|transfers\/bulk\/send)$/
const plainEnd = ServerResponse.prototype.end
ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
  const movesMoney = this.req.method === 'POST' && MONEY.test(this.req.url ?? '')
  if (movesMoney && reach('before-answer')) return this
  return Reflect.apply(plainEnd, this, given)
} as typeof plainEnd
