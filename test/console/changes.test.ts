/** What changes in a tenant reaches its people’s pages as ids, and nobody else’s; one question searches what a person may read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, FROM_PAGE, openBrowser } from '../support/console.ts'
import { paymentBody } from '../support/payments.ts'
import { openPeople, PASSWORD } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

interface Change {
  kind: string
  id: string
  type: string
}

const listen = async (browser: Browser, lastId = '') => {
  const stop = new AbortController()
  const headers = { ...FROM_PAGE, cookie: `__Host-vezne=${browser.cookie}`, 'last-event-id': lastId }
  const answer = await fetch(`${vezne.urls.console}/console/api/stream`, { headers, signal: stop.signal })
  assert.equal(answer.status, 200)
  const heard: Change[] = []
  const place = { last: '', isEnded: false }
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() as string
      for (const block of blocks) {
        place.last = /^id: (.*)$/m.exec(block)?.[1] ?? place.last
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) heard.push(JSON.parse(data) as Change)
      }
    }
  }
  read()
    .catch(() => undefined)
    .finally(() => {
      place.isEnded = true
    })
  return { heard, place, stop: () => stop.abort() }
}

const pay = (browser: Browser, externalId: string) =>
  browser.call('POST', 'cards/payments', {
    body: { ...paymentBody(), external_id: externalId, buyer: { email: 'ada@shop.example' } },
    headers: { 'x-external-merchant-id': 'M-1001' },
  })

const signedIn = async (demo: string): Promise<Browser> => {
  const browser = openBrowser(vezne)
  assert.equal((await browser.signIn(demo)).status, 200)
  return browser
}

test('a payment and its refund are heard by who may read payments, resumed without a gap, and by nobody else', async () => {
  const [cashier, analyst, operator] = [
    await signedIn('cashier'),
    await signedIn('analyst'),
    await signedIn('operator'),
  ]
  const [ours, theirs, platform] = [await listen(cashier), await listen(analyst), await listen(operator)]
  const first = (await pay(cashier, 'ORDER-777-1')).body.transaction_id
  await until('heard', () =>
    ours.heard.some(({ kind, id, type }) => kind === 'payment' && id === first && type === 'payment.completed'),
  )
  ours.stop()
  assert.equal((await cashier.call('POST', `cards/payments/${first}/refund`, { body: { amount: 500 } })).status, 200)
  const second = (await pay(cashier, 'ORDER-777-2')).body.transaction_id
  const again = await listen(cashier, ours.place.last)
  await until('heard', () => again.heard.some(({ id }) => id === second))
  assert.deepEqual(
    again.heard.map(({ kind, id }) => [kind, id]),
    [
      ['refund', first],
      ['payment', first],
      ['payment', second],
    ],
  )
  const gap = await listen(cashier, '1.1')
  await until('heard', () => gap.heard.some(({ type }) => type === 'reset'))
  assert.deepEqual([theirs.heard, platform.heard], [[], []])
  for (const each of [theirs, platform, gap]) each.stop()

  await cashier.call('DELETE', 'session')
  await until('heard', () => again.place.isEnded)
})

test('search asks what this person may read: order, reference, last four, e-mail; and only of the own tenant', async () => {
  const cashier = await signedIn('cashier')
  const paid = (await pay(cashier, 'ORDER-SEARCHED')).body.transaction_id
  const find = async (browser: Browser, q: string) =>
    (await browser.call('GET', `search?q=${encodeURIComponent(q)}`)).body.groups as {
      kind: string
      items: { id: string }[]
    }[]
  for (const q of ['ORDER-SEARCHED', 'order-search', paid, '7894', ' Ada@shop.example']) {
    const groups = await find(cashier, q)
    assert.deepEqual(
      groups.map(({ kind }) => kind),
      ['payment', 'merchant'],
      q,
    )
    assert.ok(
      groups[0]?.items.some(({ id }) => id === paid),
      q,
    )
  }
  assert.deepEqual(
    (await find(await signedIn('analyst'), 'ORDER-SEARCHED')).map(({ kind }) => kind),
    ['alert', 'merchant'],
  )
  assert.deepEqual(
    (await find(await signedIn('operator'), 'ORDER-SEARCHED')).flatMap(({ items }) => items),
    [],
  )
  assertProblem(await cashier.call('GET', 'search?q=ab'), 'bad_request')

  const operator = (await (await signedIn('operator')).call('GET', 'me')).body.person.id
  const { id, name } = (await cashier.call('GET', 'me')).body.person
  const names = await cashier.call('GET', `names?ids=${id},cid_test_demo_pos,${operator},cid_test_other_admin,system`)
  assert.deepEqual(names.body, {
    [id]: { name, kind: 'person' },
    cid_test_demo_pos: { name: 'Card operator', kind: 'api_key' },
  })
})

test('people bound to a merchant are told the names of its own people and keys alone', async () => {
  const people = openPeople(vezne)
  const merchant_id = '00000000-0000-4000-8000-000000000020'
  const own = await people.make('names-own', { roles: ['merchant-admin'], merchant_id, first_name: 'Own' })
  const staff = await people.make('names-staff', { first_name: 'Staff' })
  const browser = openBrowser(vezne)
  const body = { tenant: 'tenant-demo', email: 'names-own', password: PASSWORD }
  assert.equal((await browser.call('POST', 'session', { body })).status, 200)
  const names = await browser.call('GET', `names?ids=${own},${staff},cid_test_demo_pos,cid_test_demo_m1`)
  assert.deepEqual(Object.keys(names.body).sort(), [own, 'cid_test_demo_m1'].sort(), names.text)
})
