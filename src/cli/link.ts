/** `vezne link`: a payment link for people, on this machine's program or another one. */
import { randomUUID } from 'node:crypto'
import { stdout } from 'node:process'
import { renderUnicodeCompact } from 'uqr'
import { createApiClient, readDemo } from './api-client.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'

const NAMES = ['amount', 'currency', 'description', 'order', 'installments', 'return', 'tenant', 'client', 'demo']

export const link: Verb = {
  summary: 'make a payment link',
  usage: `link --amount 129.90       prints the address of a page that takes the payment (24 hours, one try), and its QR code
  --currency <code>       default: TRY
  --description <text>    shown on the page
  --order <text>          external_id; shown on the page
  --installments <n>      highest count the page offers; default: 1
  --return <url>          where the browser ends; default: the start page
  --tenant <slug>         default: tenant-demo
  --client <key>          key of demo.json, of one merchant; default: m1
  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)`,
  async run(words) {
    const { options } = parseArguments(words, NAMES)
    const demo = readDemo(options.demo)
    const caller = createApiClient(demo, options.tenant ?? 'tenant-demo', options.client ?? 'm1')
    const body = {
      amount: toMinor(options.amount),
      currency: options.currency ?? 'TRY',
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.order === undefined ? {} : { external_id: options.order }),
      installment: Number(options.installments ?? 1),
      return_url: options.return ?? demo.console_url,
    }
    const made = (await caller.call('POST', `${demo.base_url}/api/v1/payments/order-link`, body, randomUUID())) as {
      transaction_id: string
      extra_properties: { payment_link: string; expires_at: string }
    }
    const { payment_link: address, expires_at: expires } = made.extra_properties
    stdout.write(`${address}\ntransaction ${made.transaction_id}, until ${expires}\n${renderUnicodeCompact(address)}\n`)
  },
}

/** Reads an amount with at most two decimals; never by way of a fraction. */
const toMinor = (text: string | undefined): number => {
  const [, whole, part = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text ?? '') ?? []
  if (whole === undefined) throw new UsageError('--amount is needed, such as 129.90')
  return Number(`${whole}${part.padEnd(2, '0')}`)
}
