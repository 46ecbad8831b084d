/** `vezne reconcile <file>`: sends a bank's file of a day and prints what its comparison shows. */
import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { type ApiResponse, readProblem } from './api-client.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { createImportClient } from './transfer-import/import-client.ts'

const SHOWN_MAX = 50
const HAS_DISCREPANCIES = 3

export const reconcile: Verb = {
  summary: "send a bank's file of a day and compare it with the payments",
  usage: `reconcile <file>
  --sha256 <hex>          as the bank states it; default: the first word of <file>.sha256, where that is there
  --config <id>           the connector configuration, where several have the merchant number of the file
  --tenant <slug>         default: tenant-demo
  --client <key>          key of demo.json that sends; default: files
  --reader <key>          key of demo.json that reads the comparison; default: admin
  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)

Exit code 0: nothing is pending; ${HAS_DISCREPANCIES}: there are discrepancies, the first ${SHOWN_MAX} are printed; 2: the file was refused, with its lines, or nobody answered.
A file that a person's key sends waits until a second person confirms it: it is said, and how. A key that may send files and nothing else reads no comparison.
A file that was taken before is shown again. Elsewhere than beside a sandbox the key comes from the environment, as for transfers import.`,
  async run(words) {
    const { options, rest } = parseArguments(words, ['tenant', 'client', 'reader', 'demo', 'sha256', 'config'])
    const [path, ...more] = rest
    if (path === undefined || more.length > 0) throw new UsageError('name one file: reconcile <file>')
    if (!existsSync(path)) throw new UsageError(`there is no file ${path}`)
    const { caller, cardsUrl, headers } = createImportClient({ ...options, client: options.client ?? 'files' })
    const reader = createImportClient({ ...options, client: options.reader ?? 'admin' }).caller
    const url = `${cardsUrl}/api/v1/reconciliations`
    const sent = await caller.ask('POST', `${url}/files?${queryOf(path, options)}`, {
      file: await openAsBlob(path),
      headers,
    })
    const file = buildBody<SentFile>(sent)
    const read = await reader.ask('GET', `${url}/${file.reconciliation_id}`, { headers })
    if (read.status === 403)
      return void stdout.write(`${lineOfFile(file, sent.status === 201)}\n${file.reconciliation_id}\n`)
    const compared = buildBody<Compared>(read)
    show(file, compared, sent.status === 201)
    if (compared.details.some(({ detail_status }) => detail_status === 'pending')) process.exitCode = HAS_DISCREPANCIES
  },
}

const queryOf = (path: string, { sha256, config }: Readonly<Record<string, string | undefined>>): URLSearchParams => {
  const beside = existsSync(`${path}.sha256`)
    ? readFileSync(`${path}.sha256`, 'utf8').trim().split(/\s+/)[0]
    : undefined
  const stated = sha256 ?? beside
  return new URLSearchParams({
    ...(stated === undefined ? {} : { sha256: stated }),
    ...(config === undefined ? {} : { connector_config_id: config }),
  })
}

interface SentFile {
  id: string
  form: string
  merchant_number: string
  currency: string
  day: string
  number: number
  row_count: number
  gross: number
  reconciliation_id: string
  status: string
}
type Counts = Record<(typeof COUNTS)[number], number>
interface Compared extends Counts {
  id: string
  overall_status: string
  total_db_transactions: number
  total_bank_transactions: number
  details: Detail[]
}
interface Detail {
  kind: string
  discrepancy: string
  detail_status: string
  transaction_id: string | null
  bank_transaction_id: string | null
  db_amount: number | null
  bank_amount: number | null
  db_status: string | null
  bank_status: string | null
  remedy: string | null
  reason: string | null
}
const COUNTS = [
  'matched_count',
  'amount_mismatch_count',
  'status_mismatch_count',
  'orphan_db_count',
  'orphan_bank_count',
] as const

const buildBody = <T>({ status, body }: ApiResponse): T => {
  if (status < 400) return body as T
  const faults = ((body ?? {}) as { errors?: { field: string; message: string }[] }).errors ?? []
  throw new UsageError(
    [`${status} ${readProblem(body)}`, ...faults.map(({ field, message }) => `  ${field}: ${message}`)].join('\n'),
  )
}

const show = (file: SentFile, compared: Compared, isNew: boolean): void => {
  const pending = compared.details.filter(({ detail_status }) => detail_status === 'pending')
  const lines = [
    lineOfFile(file, isNew),
    ...(file.status === 'waiting'
      ? [`it waits for a second person: POST /api/v1/reconciliations/files/${file.id}/confirm`]
      : []),
    `reconciliation ${compared.id}: ${compared.overall_status}, ${compared.total_db_transactions} here, ${compared.total_bank_transactions} at the bank`,
    COUNTS.map((name) => `${compared[name]} ${name.replace('_count', '')}`).join(', '),
    ...pending.slice(0, SHOWN_MAX).map(formatLine),
    ...(pending.length > SHOWN_MAX ? [`and ${pending.length - SHOWN_MAX} more`] : []),
  ]
  stdout.write(`${lines.join('\n')}\n`)
}

const lineOfFile = (file: SentFile, isNew: boolean): string => {
  const { merchant_number, currency, day, number, form, row_count, gross } = file
  const sums = `${row_count} rows, gross ${gross}${isNew ? '' : ' (taken before)'}`
  return `file ${number} of ${day}, merchant ${merchant_number}, ${currency}, ${form}: ${sums}`
}

const formatLine = (detail: Detail): string => {
  const { kind, discrepancy, transaction_id, bank_transaction_id, remedy, reason } = detail
  const side = (amount: number | null, status: string | null): string =>
    amount === null && status === null ? '-' : [amount, status].filter((part) => part !== null).join(' ')
  const sides = `${side(detail.db_amount, detail.db_status)} here, ${side(detail.bank_amount, detail.bank_status)} there`
  const name = kind === 'movement' ? discrepancy : `${kind} ${discrepancy}`
  const further = [reason, remedy === null ? null : `remedy ${remedy}`].filter((part) => part !== null)
  return `  ${name}: ${transaction_id ?? bank_transaction_id ?? ''}: ${[sides, ...further].join('; ')}`
}
