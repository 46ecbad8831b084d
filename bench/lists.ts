/** Latency of lists over many transactions of one tenant: every filter at the first, a far, the middle and the last page. */
import { benchFigures } from './figures.ts'
import { closing, copying, fill, merchantId, weightOf } from './filled-list.ts'
import { benchPayments } from './payments.ts'
import type { BenchServer } from './server.ts'

const ROWS = 200_000
const REPEATS = 15
const PAGE_ROWS = 25

/** Answered by what closed blocks keep. */
const NAMED = [
  '',
  'status=completed',
  'status=failed',
  'status=pending',
  'status=partially_refunded',
  'operation_type=sale',
  'payment_type=card',
  'secure_type=non_3d',
  'card_schema_type=Visa',
  'card_type=Credit',
  'installment_count=1',
  'status=failed&card_schema_type=Troy&installment_count=2',
  'external_merchant_id=M-3001',
  `merchant_id=${merchantId(8)}`,
  `merchant_id=${merchantId(8)}&status=failed`,
  'connector_code=SIMBANK',
  'start_date=2026-01-01T00:00:00Z',
]
/** Counted block by block when first asked for. */
const OTHERS = [
  'bin_number=4546',
  'min_amount=15000&max_amount=15500',
  'min_amount=200',
  'basket_id=BASKET-77',
  'external_id=ORDER-1999',
  'bin_number=4546&min_amount=15000&max_amount=15500',
  'search_term=ORDER-1999',
  'search_term=nothing-like-it',
]

export const benchLists = async (server: BenchServer, say: (line: string) => void, rows = ROWS): Promise<void> => {
  await benchPayments({ cardsUrl: server.urls.cards, token: await server.token() }, 1, 100) // something to copy
  const filled = performance.now()
  await fill(server.databaseUrl, rows)
  const closed = performance.now()
  const open = await closing(server.databaseUrl)
  const copied = performance.now()
  const uncopied = await copying(server.databaseUrl)
  say(
    `\nfilled to ${rows} transactions of one tenant in ${((closed - filled) / 1000).toFixed(0)} s; blocks closed ${((copied - closed) / 1000).toFixed(0)} s later, ${open} rows open; copied ${((performance.now() - copied) / 1000).toFixed(0)} s later but for ${uncopied}`,
  )
  say(await weightOf(server.databaseUrl))
  say(`median and slowest of ${REPEATS}, ms`)
  say(heading(['page 1', 'page 1000', 'middle', 'last']))
  for (const filter of NAMED) say(await lineOf(server, await server.token(), filter))
  say(`\nother filters: the first time, with how many requests it took until there was a total; then as above`)
  say(heading(['first time', 'page 1', 'page 1000', 'middle', 'last']))
  for (const filter of OTHERS) {
    const token = await server.token()
    const first = await firstAnswer(server, token, filter)
    say(await lineOf(server, token, filter, [first]))
  }
  await benchFigures(server, say)
}

const heading = (columns: readonly string[]): string =>
  `${'filter'.padEnd(58)}${'total'.padStart(10)}${columns.map((name) => name.padStart(16)).join('')}`

const lineOf = async (server: BenchServer, token: string, filter: string, before: readonly string[] = []) => {
  const first = await timed(server, token, filter, 1)
  const pages = Math.max(1, Math.ceil(first.total / PAGE_ROWS))
  const others: string[] = []
  for (const page of [1000, Math.ceil(pages / 2), pages]) others.push((await timed(server, token, filter, page)).text)
  const cells = [...before, first.text, ...others].map((text) => text.padStart(16)).join('')
  return `${(filter || '(none)').padEnd(58)}${String(first.total).padStart(10)}${cells}`
}

const ask = (server: BenchServer, token: string, filter: string, page: number): Promise<Response> =>
  fetch(`${server.urls.cards}/api/v1/transactions?page=${page}&page_size=${PAGE_ROWS}&${filter}`, {
    headers: { authorization: `Bearer ${token}` },
  })

const firstAnswer = async (server: BenchServer, token: string, filter: string): Promise<string> => {
  const started = performance.now()
  for (let requests = 1; ; requests++) {
    const answer = await ask(server, token, filter, 1)
    if (answer.status !== 422 && !answer.ok) throw new Error(await answer.text())
    await answer.text()
    if (answer.ok) return `${(performance.now() - started).toFixed(0)} (${requests})`
  }
}

const timed = async (server: BenchServer, token: string, filter: string, page: number) => {
  const times: number[] = []
  let total = 0
  for (let n = 0; n < REPEATS; n++) {
    const started = performance.now()
    const answer = await ask(server, token, filter, page)
    const body = (await answer.json()) as { total_count: number }
    if (!answer.ok) throw new Error(JSON.stringify(body))
    times.push(performance.now() - started)
    total = body.total_count
  }
  times.sort((a, b) => a - b)
  return { total, text: `${times[REPEATS >> 1]?.toFixed(1)} / ${times.at(-1)?.toFixed(1)}` }
}
