/** Changes of the program's text for tests of its crashes: places where it stops or dies, seeded bugs. */
import type { Place, Plan } from './plan.ts'
import { type Change, SEEDED_BUGS, SEEDED_LIFE_BUGS, SEEDED_MONTH_BUGS, SEEDED_TRANSFER_BUGS } from './seeded-bugs.ts'

const TRANSFER_BANK = /\/simbank\/accounts\/simbank-transfers\.ts$/
const SIMBANK = /\/src\/connectors\/simbank\/simbank\.ts$/
const BANK_CALLS = /\/src\/connectors\/call\/call-bank\.ts$/
const CALLS_OPENING = 'export const createBankCalls ='
const PIPELINE = /\/access\/pipeline\/pipeline\.ts$/
const WARM_UP = 'if (spec.movesMoney) input.warmUp()'
const LEASE_AGE = /\/database\/lease-age\.ts$/
const LEASE_IS = 'export const LEASE_S = '
const LEASE = `${LEASE_IS}35`
const OPENING = 'export const createSimbank ='
const TRANSFER_OPENING = 'export const createTransferBank ='

/** `url`: of a module of the program, as an address or a path. What the changes call is put in place by ./places.ts. */
export const patchedSource = (url: string, text: string, { bug, leaseS }: Pick<Plan, 'bug' | 'leaseS'>): string => {
  let source = text
  if (SIMBANK.test(url)) source = `${replaced(source, OPENING, 'const openPlain =')}\n${WRAPPED}`
  if (TRANSFER_BANK.test(url))
    source = `${replaced(source, TRANSFER_OPENING, 'const openPlain =')}\n${TRANSFER_WRAPPED}`
  if (leaseS !== undefined && LEASE_AGE.test(url)) source = replaced(source, LEASE, `${LEASE_IS}${leaseS}`)
  if (PIPELINE.test(url)) source = source.replace(WARM_UP, '') // these programs start often, and serve few requests
  if (BANK_CALLS.test(url)) source = `${replaced(source, CALLS_OPENING, 'const openPlain =')}\n${CALLS_WRAPPED}`
  for (const write of WRITES) if (url.endsWith(write.file)) source = wrappedWrite(source, write)
  for (const { file, from, to } of changesOf(bug)) if (url.endsWith(file)) source = replaced(source, from, to)
  return source
}

const changesOf = (bug = ''): readonly Change[] =>
  ({ ...SEEDED_LIFE_BUGS, ...SEEDED_MONTH_BUGS, ...SEEDED_TRANSFER_BUGS, ...SEEDED_BUGS })[bug] ?? []

export const replaced = (source: string, from: string, to: string): string => {
  if (!source.includes(from)) throw new Error(`a patch of the tests does not fit any more: ${from}`)
  return source.replace(from, () => to)
}

/** Writes that are transactions of several statements: wrapped as a whole. */
const WRITES: { file: string; name: string; around: [Place, Place | null] }[] = [
  { file: '/transfers/dispatch/prepare-transfers.ts', name: 'prepareTransfers', around: ['before-sending', null] },
  { file: '/transfers/dispatch/run-transfer.ts', name: 'runTransfer', around: ['after-claim', null] },
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
    file: '/settlements/making/advance-run.ts',
    name: 'advanceRun',
    around: ['before-settlement-step', 'after-settlement-step'],
  },
  { file: '/operations/prepare-operations.ts', name: 'prepareOperations', around: ['before-prepare', 'after-prepare'] },
  { file: '/operations/void-under-review.ts', name: 'voidUnderReview', around: ['before-cancel', 'after-cancel'] },
  { file: '/operations/record-operations.ts', name: 'recordOperations', around: ['before-record', 'after-record'] },
]
const wrappedWrite = (source: string, { name, around }: (typeof WRITES)[number]): string =>
  `${replaced(source, `export const ${name} =`, `const plain_${name} =`)}
export const ${name} = (...given) => globalThis.vezneTestAround(${JSON.stringify(around)}, () => plain_${name}(...given))`

const WRAPPED = 'export const createSimbank = (...given) => globalThis.vezneTestBank(openPlain(...given))'
const TRANSFER_WRAPPED =
  'export const createTransferBank = (...given) => globalThis.vezneTestTransferBank(openPlain(...given))'
const CALLS_WRAPPED = 'export const createBankCalls = (...given) => globalThis.vezneTestCalls(openPlain(...given))'
