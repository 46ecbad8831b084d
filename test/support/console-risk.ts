/** What the screens of risk and of developers show on the console's day: a rule, the alert it opened, its trace, subscriptions to events. */
import { CARDS } from './payments.ts'
import { TENANT, type TransferTeam } from './transfers.ts'

const HELD = 'held@demo.example'
const NOBODY_LISTENS = 'http://127.0.0.1:59999/hooks'

export const addRisk = async ({ vezne }: TransferTeam): Promise<Readonly<Record<string, string>>> => {
  const ask = async (
    surface: 'cards' | 'transfers' | 'fraud',
    as: string,
    method: string,
    path: string,
    body?: object,
  ) => {
    const headers = surface === 'transfers' ? { 'x-tenant-id': TENANT } : { 'x-external-merchant-id': 'M-1001' }
    const answer = await vezne.request(surface, method, `/api/v1${path}`, {
      token: await vezne.token(as),
      ...(body === undefined ? {} : { body }),
      ...(surface === 'transfers' || path === '/payments' ? { headers } : {}),
    })
    if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
    return answer
  }
  const rule = await ask('fraud', 'fraud', 'POST', '/fraud/rules', {
    process: 'sanal_pos',
    code: 'KNOWN-ADDRESS',
    name: 'An address that was charged back before',
    type: 'custom',
    action: 'review',
    expression_json: JSON.stringify({
      and: [{ '==': [{ var: 'customer.email' }, HELD] }, { '>': [{ var: 'amount_minor' }, 100_000] }],
    }),
  })
  const blocked = { entry_type: 'ip', value: '203.0.113.0/24', reason: 'Card testing in one night' }
  await ask('fraud', 'fraud', 'POST', '/fraud/blacklist', blocked)
  const cardsHook = await ask('cards', 'admin', 'POST', '/webhook-subscriptions', {
    url: NOBODY_LISTENS,
    events: ['*'],
    description: 'The web shop',
  })
  const transfersHook = await ask('transfers', 'admin', 'POST', '/webhooks', { url: NOBODY_LISTENS, events: ['*'] })
  const held = await ask('cards', 'admin', 'POST', '/payments', {
    external_id: 'order-2100',
    amount: { amount: 480_000, currency: 'TRY' },
    installment: 1,
    buyer: { email: HELD },
    card: { holder_name: 'DENIZ AYDIN', number: CARDS.success, expire_month: '12', expire_year: '2030', cvv: '000' },
  })
  const alerts = await ask('fraud', 'fraud', 'GET', `/fraud/alerts?search_term=${held.body.transaction_id}`)
  return {
    '/alerts/$id': alerts.body.items[0].id,
    '/rules/$id': rule.body.id,
    '/webhooks/cards/$id': cardsHook.body.id,
    '/webhooks/transfers/$id': transfersHook.body.id,
    '/traces/$id': held.headers['x-correlation-id'] ?? '',
  }
}
