/**
 * `vezne transfers import`: checks a CSV file of transfers, and creates them on request. Idempotency keys are derived from the file's
 * hash, and so are external ids for lines without one, because a key lives for a day: a file sent twice creates nothing twice.
 */
import { stdout } from 'node:process'
import { toDecimal } from '../core/money.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { type CheckedLine, checkLines } from './transfer-import/check-lines.ts'
import { createBatches, waitFor } from './transfer-import/create-batches.ts'
import {
  createImportClient,
  IMPORT_CLIENT_HELP,
  type ImportClient,
  listAccounts,
  listBankCodes,
} from './transfer-import/import-client.ts'
import { createProgress } from './transfer-import/progress.ts'
import { COLUMNS, LINES_MAX, readImportFile } from './transfer-import/read-lines.ts'
import { writeCreated, writeFaults } from './transfer-import/result-files.ts'

export const transfers: Verb = {
  summary: 'import a CSV file of transfers: check it, and create them with --apply',
  usage: `transfers import <file.csv>
  --apply                 create them; without it the file is checked and nothing is created
${IMPORT_CLIENT_HELP}

The file is UTF-8, its first line names the columns in any order, values are separated by ; or by commas, and it has at
most ${LINES_MAX} transfers: ${COLUMNS.join(', ')}
  source_account          id, IBAN or account number of one of your source accounts
  external_id             your own id, at most 100 characters; empty: made from the file and the line
  transfer_type           fast, eft or remittance
  amount                  1234.56 or 1234,56; nothing between thousands
  iban, account_number    one of them; an account number is at the source account's own bank
  tax_id                  10 or 11 digits, may be empty, as description and scheduled_date may
  scheduled_date          2027-05-11T09:00:00+03:00, or 2027-05-11 for nine in the morning in Istanbul

Faulty lines are in <file.csv>.faults.csv with their reasons; as long as there are any, nothing is created. What only
--apply finds: external ids of earlier transfers, fraud rules, limits of the plan, card numbers where none belong. A file
that is imported again creates nothing twice; what was created is in <file.csv>.created.csv.`,
  async run([step, ...words]) {
    if (step !== 'import') throw new UsageError('transfers takes import <file.csv>; see help transfers')
    const isApplied = words.includes('--apply')
    const { options, rest } = parseArguments(
      words.filter((word) => word !== '--apply'),
      ['tenant', 'client', 'merchant', 'demo'],
    )
    const [path, ...more] = rest
    if (path === undefined || more.length > 0) throw new UsageError('name one file: transfers import <file.csv>')
    await importFile(path, createImportClient(options), isApplied)
  },
}

const importFile = async (path: string, team: ImportClient, isApplied: boolean): Promise<void> => {
  const { lines, hash } = readImportFile(path)
  const [accounts, bankCodes] = await Promise.all([listAccounts(team), listBankCodes(team)])
  const { good, faults } = checkLines(lines, { accounts, bankCodes, nowMs: Date.now() }, hash)
  const faultsPath = writeFaults(path, faults)
  if (faults.length > 0) {
    const faulty = new Set(faults.map(({ line }) => line)).size
    throw new UsageError(`${faulty} of ${lines.length} lines are faulty: ${faultsPath}; nothing was created`)
  }
  if (isApplied) await apply(path, team, good, hash)
  else stdout.write(`${summaryOf(good)}\nchecked, nothing was created; --apply creates them\n`)
}

const apply = async (path: string, team: ImportClient, good: readonly CheckedLine[], hash: string): Promise<void> => {
  const { caller, transferUrl, headers } = team
  const progress = createProgress(good.length)
  progress.show(0)
  const { created, faults, refusal } = await createBatches(good, hash, {
    create: (items, idempotencyKey) =>
      caller.ask('POST', `${transferUrl}/api/v1/transfers/bulk/create`, { body: { items }, idempotencyKey, headers }),
    pause: waitFor,
    onProgress: progress.show,
  }).finally(progress.end)
  const faultsPath = writeFaults(path, faults)
  const ids = created.length === 0 ? '' : `; their ids: ${writeCreated(path, created)}`
  if (refusal === null) {
    stdout.write(`${summaryOf(good)}\n${created.length} created${ids}\n`)
    return
  }
  const why = faults.length === 0 ? refusal : `${refusal} (all of it: ${faultsPath})`
  const last = created.at(-1)?.line
  const state =
    last === undefined
      ? 'nothing was created'
      : `the lines up to ${last} exist${ids}; remove them before you correct the rest`
  throw new UsageError(`${why}; ${state}`)
}

const summaryOf = (lines: readonly CheckedLine[]): string => {
  const sums = new Map<string, { count: number; minor: bigint }>()
  for (const { item } of lines) {
    const { value, currency_code } = item.amount
    const { count, minor } = sums.get(currency_code) ?? { count: 0, minor: 0n }
    sums.set(currency_code, { count: count + 1, minor: minor + BigInt(value) })
  }
  return [...sums]
    .map(([currency, { count, minor }]) => `${count} transfers, ${toDecimal({ minor, currency })} ${currency}`)
    .join('\n')
}
