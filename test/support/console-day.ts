/** A day of the demo tenant for the pages of the console: payments of all kinds, refunds, voids asked for, transfers in each lane. */
import { addMoney } from './console-money.ts'
import { addRisk } from './console-risk.ts'
import { CARDS } from './payments.ts'
import { GOOD_IBAN, item, SOURCE, startTransferTeam, type TransferTeam } from './transfers.ts'

const AMOUNTS = [12_990, 4_500, 259_900, 89_950, 1_999, 745_000, 32_050]
const HOLDERS = ['AYSE YILMAZ', 'MEHMET DEMIR', 'ELIF KAYA', 'CAN OZTURK', 'ZEYNEP SAHIN']

export interface ConsoleDay {
  readonly team: TransferTeam
  /** The address of a screen with its places filled in; undefined where the day names no id for it. */
  addressOf(path: string): string | undefined
  /** An order that is paid and not refunded. */
  readonly paidOrder: string
}

export const startConsoleDay = async (): Promise<ConsoleDay> => {
  const team = await startTransferTeam()
  const since = new Date(team.vezne.runtime.clock.ms()).toISOString()
  const paid = await pay(team)
  const [refunded, ...others] = paid
  await post(team, 'admin', `/payments/${refunded}/refund`, {
    amount: 1_990,
    reason_code: 'product_defect',
    reason: 'Arrived broken',
  })
  await post(team, 'admin', `/payments/${others[0]}/refund`, { reason_code: 'customer_request' })
  await post(team, 'pos', '/cancellation-requests', { transaction_id: others[1], reason: 'Wrong shop' })
  await post(team, 'admin', '/cancellation-requests', { transaction_id: others[2], reason: 'Paid in cash after all' })
  const transfers = await transferAll(team)
  const ids: Readonly<Record<string, string | undefined>> = {
    '/payments/$id': refunded,
    '/payments/$id/receipt': refunded,
    '/transfers/$id': transfers[0],
    '/accounts/$id': SOURCE,
    ...(await addMoney(team, others[3] as string, since)),
    ...(await addRisk(team)),
  }
  return {
    team,
    addressOf(path) {
      if (!path.includes('$')) return path
      return ids[path] === undefined ? undefined : path.replace('$id', ids[path])
    },
    paidOrder: 'order-2038',
  }
}

const post = async ({ vezne }: TransferTeam, as: string, path: string, body: object, headers = {}) => {
  const token = await vezne.token(as)
  const answer = await vezne.request('cards', 'POST', `/api/v1${path}`, { token, body, headers })
  if (answer.status >= 400 && answer.status !== 422) throw new Error(`${path}: ${answer.text}`)
  return answer
}

/** Ids of those that succeeded, by which the rest of the day goes on; the oldest first. */
const pay = async (team: TransferTeam): Promise<string[]> => {
  const ids: string[] = []
  for (let at = 0; at < 42; at++) {
    const isForeign = at % 9 === 5
    const answer = await post(
      team,
      'admin',
      '/payments',
      {
        external_id: `order-${2_000 + at}`,
        amount: { amount: AMOUNTS[at % AMOUNTS.length], currency: isForeign ? 'USD' : 'TRY' },
        installment: isForeign ? 1 : [1, 1, 3, 1, 6][at % 5],
        ...(at % 6 === 3 ? { operation_type: 'pre_auth' } : {}),
        buyer: { email: at % 11 === 7 ? 'review@demo.example' : `shopper-${at}@example.com` },
        card: {
          holder_name: HOLDERS[at % HOLDERS.length],
          number: at % 8 === 4 ? CARDS.declined : at % 8 === 5 ? CARDS.insufficient : CARDS.success,
          expire_month: '12',
          expire_year: '2030',
          cvv: '000',
        },
      },
      { 'idempotency-key': `day-${at}`, 'x-external-merchant-id': at % 4 === 3 ? 'M-1002' : 'M-1001' },
    )
    if (answer.body.status === 'completed' && at % 4 !== 3) ids.push(answer.body.transaction_id)
  }
  return ids
}

/** Two sent, one approved, three that wait. */
const transferAll = async (team: TransferTeam): Promise<string[]> => {
  const texts = ['Rent of the shop', 'Paper and boxes', 'Couriers', 'Salaries', 'Electricity', 'Advertising']
  const ids = await team.create(
    texts.map((description, at) =>
      item({
        description,
        external_id: `invoice-${310 + at}`,
        recipient: { iban: GOOD_IBAN, holder_name: at % 2 === 0 ? 'Ayşe Yılmaz' : 'Kuzey Lojistik A.Ş.' },
        amount: { value: 125_000 * (at + 1), currency_code: 'TRY' },
      }),
    ),
  )
  await team.approve(ids.slice(0, 3))
  await team.send(ids.slice(0, 2))
  await team.untilStates(ids.slice(0, 2), ['completed'])
  return ids
}
