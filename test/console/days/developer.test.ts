/** A developer's day: a webhook with its secret, a test card paid, failures watched, a signature explained, a delivery replayed, a key made and rotated. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { dayOf, type Story } from '../../support/console-story.ts'
import { rs256, write } from '../../support/forge.ts'
import { isBy } from '../../support/hook-shop.ts'
import { paymentBody } from '../../support/payments.ts'
import { ok, type Receiver, startReceiver } from '../../support/receiver.ts'
import { keys, startStubIssuer } from '../../support/stub-issuer.ts'
import { until } from '../../support/until.ts'

const NAME = 'Derya Geliştirici'
const ADMIN = 'Deniz Yönetici'

type Person = Awaited<ReturnType<Story['signIn']>>

dayOf('a developer’s day', async (story, language) => {
  const receiver = await startReceiver(ok)
  try {
    const developer = await story.signIn(NAME, language)
    const secret = await subscribe(story, developer, receiver)
    await payByTestCard(story, developer)
    await twoRequestsOfOneKey(story, developer)
    await inspect(story, developer)
    await explain(developer, receiver, secret)
    await replay(story, developer, receiver)
    // Keys are for those who manage the organization.
    const keys = developer.page.getByRole('link', { name: developer.words.title('/keys'), exact: true })
    assert.equal(await keys.count(), 0)
    await developer.signOut(NAME)
    assert.deepEqual([...developer.refusals], ['409 cards/payments'])

    const admin = await story.signIn(ADMIN, language)
    await makeKey(story, admin)
    await trustIssuer(story, admin)
    await admin.signOut(ADMIN)
    assert.deepEqual([...admin.refusals], [])
  } finally {
    await receiver.close()
  }
})

/** Shown once, and nowhere again. */
const takeSecret = async (
  { page, words, press }: Person,
  title: string,
): Promise<{ secret: string; all: string[] }> => {
  const shown = page.getByRole('dialog', { name: title, exact: true })
  await shown.waitFor()
  const all = await shown.locator('code').allTextContents()
  await press(words.of('parts').kept)
  await shown.waitFor({ state: 'detached' })
  const secret = all.at(-1) ?? ''
  assert.ok(secret.length > 20)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.ok(!(await page.content()).includes(secret))
  return { secret, all }
}

const subscribe = async (story: Story, developer: Person, receiver: Receiver): Promise<string> => {
  const texts = developer.words.of('webhooks')
  const url = `${receiver.origin}/hook`
  await developer.go('/webhooks')
  await developer.press(texts.add)
  await developer.fill(texts.url, url)
  await developer.press(texts.make)
  await developer.done(texts.add)
  const { secret } = await takeSecret(developer, texts.secretTitle)
  const known = await story.ask('admin', 'cards/webhook-subscriptions')
  // The sandbox's own inbox has a subscription, too.
  assert.equal(known.body.items.find((each: { url: string }) => each.url === url)?.is_active, true)
  assert.ok(!known.text.includes(secret))
  return secret
}

const paymentShown = async ({ page, words }: Person): Promise<string> => {
  const way = page.getByRole('link', { name: words.of('laboratory').open, exact: true })
  return (await way.getAttribute('href'))?.split('/').at(-1) ?? ''
}

const payByTestCard = async (story: Story, developer: Person): Promise<void> => {
  const { page, words } = developer
  const texts = words.of('laboratory')
  const cards = words.of('test-cards')
  await developer.go('/test-cards')
  const row = page.getByRole('row').filter({ hasText: cards.Success }).first()
  await row.getByRole('link', { name: new RegExp(`^${cards.run}`) }).click()
  await page.getByRole('heading', { name: texts.title, exact: true }).waitFor()
  await developer.press(texts.run)
  await page
    .getByRole('region', { name: texts.answer('1') })
    .getByText(words.state('completed'), { exact: true })
    .waitFor()
  const id = await paymentShown(developer)
  assert.equal((await story.ask('admin', `cards/transactions/${id}`)).body.status, 'completed')
  const trace = page.getByRole('region', { name: texts.trace })
  await until('the page shows every event of the trace', async () => {
    const { events } = (await story.ask('admin', `cards/payments/${id}/trace`)).body.data
    return events.length > 3 && (await trace.locator('ol.time-line > li').count()) === events.length
  })
}

const twoRequestsOfOneKey = async (story: Story, developer: Person): Promise<void> => {
  const { page, words } = developer
  const texts = words.of('laboratory')
  // Left and opened again, it has run nothing.
  await developer.go('/test-cards')
  await developer.go('/laboratory')
  await page.getByRole('radio', { name: new RegExp(`^${texts.other}`) }).check()
  await developer.press(texts.run)
  const second = page.getByRole('region', { name: texts.answer('2') })
  await second.getByText(texts.refused('409', 'idempotency_key_in_use')).first().waitFor()
  const id = await paymentShown(developer)
  const { external_id } = (await story.ask('admin', `cards/transactions/${id}`)).body
  const { body } = await story.ask('admin', `cards/transactions?search_term=${external_id}`)
  assert.deepEqual([body.total_count, body.items[0].status], [1, 'completed'])
}

const inspect = async (story: Story, developer: Person): Promise<void> => {
  const { page, words } = developer
  const texts = words.of('requests')
  const paid = await story.tell('admin', 'POST', 'cards/payments', paymentBody({ external_id: 'twice' }), {
    'x-external-merchant-id': 'M-1001',
    'idempotency-key': `key-${words.language}`,
  })
  await developer.go('/idempotency')
  const first = page.getByRole('region', { name: texts.first, exact: true })
  await first.getByRole('textbox', { name: texts.loadHint }).fill(paid.headers['x-correlation-id'] ?? '')
  await first.getByRole('button', { name: texts.take, exact: true }).click()
  const body = first.getByRole('textbox', { name: texts.bodyOf, exact: true })
  await until('the body is taken from the trace', async () => (await body.inputValue()).includes('twice'))
  const other = { ...JSON.parse(await body.inputValue()), external_id: 'thrice' }
  const second = page.getByRole('region', { name: texts.second, exact: true })
  await second.getByRole('textbox', { name: texts.bodyOf, exact: true }).fill(JSON.stringify(other))
  await developer.sees(texts.different('1'))
  const again = await story.tell('admin', 'POST', 'cards/payments', paymentBody({ external_id: 'thrice' }), {
    'x-external-merchant-id': 'M-1001',
    'idempotency-key': `key-${words.language}`,
  })
  assert.equal(again.body.code, 'idempotency_key_in_use')
  // Whichever merchant it is held at.
  const sent = { 'x-external-merchant-id': 'M-1002', 'idempotency-key': `second-${words.language}` }
  assert.equal((await story.tell('admin', 'POST', 'cards/payments', paymentBody(), sent)).status, 200)
  const holder = page.getByRole('region', { name: texts.holder, exact: true })
  await holder.getByRole('textbox', { name: texts.key }).fill(sent['idempotency-key'])
  await holder.getByRole('button', { name: texts.lookUp, exact: true }).click()
  await holder.getByText('POST /api/v1/payments', { exact: true }).waitFor()
}

const PAID = 'payment.completed'

const openSubscription = async ({ page, go, arrivedAt }: Person, receiver: Receiver): Promise<string> => {
  await go('/webhooks')
  await page.getByRole('link', { name: `${receiver.origin}/hook`, exact: true }).click()
  return arrivedAt('/webhooks/cards')
}

const explain = async (developer: Person, receiver: Receiver, secret: string): Promise<void> => {
  const { page, words } = developer
  const texts = words.of('webhooks')
  const received = receiver.received.find(({ body }) => body.includes(PAID))
  assert.ok(received !== undefined && isBy(secret, received))
  await openSubscription(developer, receiver)
  await developer.pressOf(texts.look, PAID)
  await page.getByRole('dialog', { name: PAID }).waitFor()
  await developer.press(texts.explain)
  await developer.fillPlain(texts.secret, secret)
  await developer.sees(texts.sameHeader)
  const body = await page.getByRole('textbox', { name: texts.rawBody, exact: true }).inputValue()
  await developer.fillPlain(texts.theirs, createHmac('sha256', secret).update(body).digest('hex'))
  await developer.sees(texts.noTimestamp)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const replay = async (story: Story, developer: Person, receiver: Receiver): Promise<void> => {
  const texts = developer.words.of('webhooks')
  const id = await openSubscription(developer, receiver)
  const bodies = (): string[] =>
    receiver.received.map(({ body }) => body.toString()).filter((each) => each.includes(PAID))
  const before = bodies().length
  await developer.pressOf(texts.replay, PAID)
  await developer.page.getByRole('dialog', { name: texts.replay }).waitFor()
  await developer.press(texts.replay)
  await developer.done(texts.replay)
  await until('it is delivered again', () => bodies().length > before)
  assert.ok(new Set(bodies()).size < bodies().length, 'the same bytes once more')
  await until('the attempt is in the list', async () => {
    const { items } = (await story.ask('admin', `cards/webhook-subscriptions/${id}/deliveries?page_size=100`)).body
    const events = items.filter((each: { event_type: string }) => each.event_type === PAID)
    return new Set(events.map((each: { event_id: string }) => each.event_id)).size < events.length
  })
}

const makeKey = async (story: Story, admin: Person): Promise<void> => {
  const texts = admin.words.of('keys')
  await admin.go('/keys')
  await admin.press(texts.create)
  await admin.fill(texts.name, 'Web shop')
  await admin.press(texts.make)
  await admin.done(texts.create)
  const made = await takeSecret(admin, texts.keyReady)
  const client_id = made.all.at(-2) ?? ''
  const tokenFor = (client_secret: string) =>
    story.team.vezne.request('identity', 'POST', '/api/v1/auth/tenant-demo/token', {
      body: { client_id, client_secret },
    })
  assert.equal((await tokenFor(made.secret)).status, 200)
  await admin.pressOf(texts.rotate, 'Web shop')
  await admin.page.getByRole('dialog', { name: texts.rotateTitle }).waitFor()
  await admin.press(texts.rotate)
  await admin.done(texts.rotateTitle)
  const rotated = await takeSecret(admin, texts.keyReady)
  assert.notEqual(rotated.secret, made.secret)
  assert.deepEqual([(await tokenFor(rotated.secret)).status, (await tokenFor(made.secret)).status], [200, 200])
  assert.equal((await tokenFor('x'.repeat(40))).status, 401)
}

const trustIssuer = async (story: Story, admin: Person): Promise<void> => {
  const texts = admin.words.of('providers')
  const record = admin.words.of('record')
  const { origin, close } = await startStubIssuer()
  await admin.go('/sign-in-providers')
  await admin.press(texts.add)
  await admin.fill(record.name, 'Shop accounts')
  await admin.fill(texts.issuer, origin)
  await admin.fill(texts.audience, 'shop-api')
  await admin.fill(texts.mappings, 'till-staff=pos-operator')
  await admin.press(record.save)
  await admin.done(texts.add)
  const [made] = (await story.ask('admin', 'identity/tenants/me/identity-providers')).body.items
  assert.deepEqual(
    [made.name, made.issuer, made.role_mappings, made.is_active],
    ['Shop accounts', origin, [{ external_role: 'till-staff', role: 'pos-operator' }], true],
  )
  await admin.sees('till-staff=pos-operator')
  await admin.sees(texts.unproven)
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: origin, sub: 'shop', aud: ['shop-api', made.proof], iat, exp: iat + 300 }
  await admin.pressOf(record.actions, 'Shop accounts')
  await admin.page.getByRole('menuitem', { name: texts.prove, exact: true }).click()
  const token = write({ alg: 'RS256', kid: 'good' }, claims, rs256(keys.privateKey))
  await admin.page.getByLabel(texts.token, { exact: true }).fill(token)
  await admin.press(texts.prove)
  await admin.done(texts.proveTitle('Shop accounts'))
  await admin.page.getByText(texts.unproven).waitFor({ state: 'detached' })
  await close()
}
