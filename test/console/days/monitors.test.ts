/** The people on duty: nobody is told yet, a mailbox and a chat are added and tried, a failing endpoint is found, looked at, and over. Pictures at a desk and on a phone. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { findings, settled } from '../../support/console-seats.ts'
import { dayOf, type Story } from '../../support/console-story.ts'
import { mailTo } from '../../support/mails.ts'
import { CALM_MS, codesTo, MAILBOX, MINUTE_MS } from '../../support/monitors.ts'
import { ok, startReceiver, status } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'

const ADMIN = 'Deniz Yönetici'
const PHONE = { width: 390, height: 800 }
const DESK = { width: 1_280, height: 800 }

type Person = Awaited<ReturnType<Story['signIn']>>

/** As the platform moves it: people stay signed in. */
const moveClock = async (story: Story, ms: number): Promise<void> => {
  const moved = await story.tell('operator', 'POST', 'identity/sandbox/clock', { advance_s: ms / 1_000 })
  assert.equal(moved.status, 200, moved.text)
}

/** At a desk and on a phone, with nothing that axe would say of either. */
const picture = async (person: Person, name: string): Promise<void> => {
  const { page } = person
  const folder = process.env.VEZNE_CONSOLE_SHOTS ?? '.'
  for (const [at, size] of [
    ['desk', DESK],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(size)
    await settled(page)
    assert.deepEqual(await findings({ page, context: page.context(), complaints: [] }, `${name} ${at}`), [])
    await page.screenshot({ path: join(folder, `${name}-${at}.png`) })
  }
  await page.setViewportSize(DESK)
}

dayOf('the people on duty', async (story, language) => {
  const { vezne } = story.team
  let answer = ok
  const receiver = await startReceiver((request, response) => answer(request, response))
  try {
    const admin = await story.signIn(ADMIN, language)
    const texts = admin.words.of('monitors')
    const record = admin.words.of('record')
    await admin.go('/monitors')
    await admin.sees(texts.nobody)
    await picture(admin, `monitors-${language}-empty`)
    await admin.page.getByRole('link', { name: texts.channels, exact: true }).click()
    await admin.sees(texts.emptyTitle)

    await admin.press(texts.add)
    await admin.fill(record.name, 'Nöbet')
    await admin.fill(texts.address, MAILBOX)
    await picture(admin, `monitors-${language}-form`)
    await admin.press(record.save)
    await mailTo(vezne, MAILBOX)
    await admin.fill(texts.code, codesTo(vezne, MAILBOX)[0]!)
    await picture(admin, `monitors-${language}-code`)
    await admin.press(texts.confirm)
    await admin.done(texts.confirmTitle('Nöbet'))
    await admin.press(texts.add)
    await admin.fill(record.name, 'Sohbet')
    await admin.choose(texts.kind, 'slack')
    await admin.fill(texts.address, `${receiver.origin}/chat`)
    await admin.fill(texts.quietFrom, '22:00')
    await admin.fill(texts.quietTo, '07:00')
    await admin.press(record.save)
    await admin.done(texts.add)

    await admin.pressOf(record.actions, 'Nöbet')
    await admin.page.getByRole('menuitem', { name: texts.test, exact: true }).click()
    await admin.press(texts.test)
    await admin.done(texts.testTitle('Nöbet'))
    assert.match((await mailTo(vezne, MAILBOX, 2)).subject, /Vezne/)
    await picture(admin, `monitors-${language}-channels`)

    answer = status(500)
    const made = await story.tell('admin', 'POST', 'cards/webhook-subscriptions', {
      url: `${receiver.origin}/hook`,
      events: ['*'],
    })
    assert.equal(made.status, 201, made.text)
    await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.execute('update webhook_subscriptions set failing_since = $2 where id = $1', [
        made.body.id,
        vezne.runtime.clock.now(),
      ]),
    )
    await moveClock(story, 16 * MINUTE_MS)
    await mailTo(vezne, MAILBOX, 3)
    await admin.go('/monitors')
    await admin.sees(`127.0.0.1:${receiver.port}`)
    await picture(admin, `monitors-${language}-open`)
    await admin.page.getByRole('link', { name: new RegExp(`^${texts.look}`) }).click()
    assert.equal(await admin.arrivedAt('/webhooks/cards'), made.body.id)

    await story.tell('admin', 'POST', `cards/webhook-subscriptions/${made.body.id}/deactivate`)
    await moveClock(story, CALM_MS)
    await mailTo(vezne, MAILBOX, 4)
    await admin.go('/monitors')
    await until('it is over', async () => {
      await admin.page.getByRole('link', { name: texts.over, exact: true }).click()
      await settled(admin.page)
      return (await admin.page.getByText(`127.0.0.1:${receiver.port}`).count()) > 0
    })
    await picture(admin, `monitors-${language}-over`)
    await admin.signOut(ADMIN)
    assert.deepEqual([...admin.refusals], [])
  } finally {
    await receiver.close()
  }
})
