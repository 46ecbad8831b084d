/** Loaded before the program by tests of its crashes (`--import`): a ledger beside the bank, places where it stops or dies, seeded bugs. */
import { existsSync, readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import type { BankCalls } from '../../../src/connectors/call/call-bank.ts'
import type { TransferBank } from '../../../src/connectors/transfer-bank.ts'
import type { Statement } from '../../../src/infra/database/database.ts'
import { type Bank, withLedger } from './bank-ledger.ts'
import { type Failpoint, type Place, readPlan } from './plan.ts'
import { SEEDED_BUGS, SEEDED_LIFE_BUGS, SEEDED_MONTH_BUGS, SEEDED_TRANSFER_BUGS } from './seeded-bugs.ts'
import { withPlaces } from './transfers/with-places.ts'

const plan = readPlan()
const bugs =
  { ...SEEDED_LIFE_BUGS, ...SEEDED_MONTH_BUGS, ...SEEDED_TRANSFER_BUGS, ...SEEDED_BUGS }[plan.bug ?? ''] ?? []

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

const TRANSFER_BANK = /\/simbank\/accounts\/simbank-transfers\.ts$/
const SIMBANK = /\/src\/connectors\/simbank\/simbank\.ts$/
const BANK_CALLS = /\/src\/connectors\/call\/call-bank\.ts$/
const CALLS_OPENING = 'export const openBankCalls ='
const PIPELINE = /\/access\/pipeline\/pipeline\.ts$/
const WARM_UP = 'if (spec.movesMoney) input.warmUp()'
const LEASE_AGE = /\/database\/lease-age\.ts$/
const LEASE_IS = 'export const LEASE_S = '
const LEASE = `${LEASE_IS}35`
const OPENING = 'export const openSimbank ='
const TRANSFER_OPENING = 'export const openTransferBank ='

registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    if (!url.includes('/src/') || module.source === undefined) return module
    let source = String(module.source)
    if (SIMBANK.test(url)) source = `${replaced(source, OPENING, 'const openPlain =')}\n${WRAPPED}`
    if (TRANSFER_BANK.test(url))
      source = `${replaced(source, TRANSFER_OPENING, 'const openPlain =')}\n${TRANSFER_WRAPPED}`
    if (plan.leaseS !== undefined && LEASE_AGE.test(url)) source = replaced(source, LEASE, `${LEASE_IS}${plan.leaseS}`)
    if (PIPELINE.test(url)) source = source.replace(WARM_UP, '') // these programs start often, and serve few requests
    if (BANK_CALLS.test(url)) source = `${replaced(source, CALLS_OPENING, 'const openPlain =')}\n${CALLS_WRAPPED}`
    for (const write of WRITES) if (url.endsWith(write.file)) source = wrappedWrite(source, write)
    for (const { file, from, to } of bugs) if (url.endsWith(file)) source = replaced(source, from, to)
    return { ...module, source }
  },
})

const replaced = (source: string, from: string, to: string): string => {
  if (!source.includes(from)) throw new Error(`a patch of the tests does not fit any more: ${from}`)
  return source.replace(from, () => to)
}

/** Writes that are transactions of several statements: wrapped as a whole. */
const WRITES: { file: string; name: string; around: [Place, Place | null] }[] = [
  { file: '/transfers/dispatch/send-store.ts', name: 'sendTransferRows', around: ['before-sending', null] },
  { file: '/transfers/dispatch/run-attempt.ts', name: 'runAttempt', around: ['after-claim', null] },
  { file: '/persistence/prepare-payments.ts', name: 'preparePayments', around: ['before-prepare', 'after-prepare'] },
  { file: '/due-work/claim-due.ts', name: 'claimDue', around: ['before-claim', null] },
  {
    file: '/recurring/charging/conclude-tries.ts',
    name: 'concludeTries',
    around: ['before-conclude', 'after-conclude'],
  },
  {
    file: '/reconciliations/intake/file-row-store.ts',
    name: 'insertFileRows',
    around: ['before-loading', 'after-loading'],
  },
  {
    file: '/reconciliations/matching/match.ts',
    name: 'matchReconciliation',
    around: ['before-matching', 'after-matching'],
  },
  {
    file: '/reconciliations/resolution/finalize.ts',
    name: 'settleReconciliation',
    around: ['before-settling', 'after-settling'],
  },
  {
    file: '/settlements/making/take-step.ts',
    name: 'takeStep',
    around: ['before-settlement-step', 'after-settlement-step'],
  },
  { file: '/operations/prepare-operations.ts', name: 'prepareOperations', around: ['before-prepare', 'after-prepare'] },
  { file: '/operations/void-under-review.ts', name: 'voidUnderReview', around: ['before-cancel', 'after-cancel'] },
  { file: '/operations/record-operations.ts', name: 'recordOperations', around: ['before-record', 'after-record'] },
]
const wrappedWrite = (source: string, { name, around }: (typeof WRITES)[number]): string =>
  `${replaced(source, `export const ${name} =`, `const plain_${name} =`)}
export const ${name} = (...given) => globalThis.vezneTestAround(${JSON.stringify(around)}, () => plain_${name}(...given))`

const WRAPPED = 'export const openSimbank = (...given) => globalThis.vezneTestBank(openPlain(...given))'
const TRANSFER_WRAPPED =
  'export const openTransferBank = (...given) => globalThis.vezneTestTransferBank(openPlain(...given))'
const CALLS_WRAPPED = 'export const openBankCalls = (...given) => globalThis.vezneTestCalls(openPlain(...given))'
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

const { Database } = await import('../../../src/infra/database/database.ts')
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
