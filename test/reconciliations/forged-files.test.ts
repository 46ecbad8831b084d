/** One person writes a bank's file: nothing that it says takes effect, whatever he calls with whichever key of his. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { callsOf, makeColleague } from '../support/colleagues.ts'
import { LOAD_TENANT } from '../support/load-team.ts'
import { paymentBody } from '../support/payments.ts'
import { openShop } from '../support/shop.ts'
import { CARDS_3D, encode, type Form, formIn, formType, openThreeD } from '../support/three-d.ts'
import { bankDay, DEMO_BANK } from './bank-day.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const shop = await openShop()
const { vezne } = shop
const bank = await startBank({ port: vezne.config.ports.bank })
const extra_properties = { connector_configuration_id: await shop.configurationOf(DEMO_BANK.code) }
after(async () => {
  await vezne.stop()
  await bank.stop()
})
await shop.own(
  `update connector_configurations set extra_properties = extra_properties || '{"three_d_model": "3d_secure"}' where id = $1`,
  [extra_properties.connector_configuration_id],
)
vezne.runtime.notifications.publish('connectors', LOAD_TENANT)

let number = 0
const currency = 'TRY'

/** Everything that one person may try with a payment of his and a file he wrote; the reconciliation of the file. */
const forge = async (token: string, id: string, gross: number): Promise<Row> => {
  const call = callsOf(vezne, { token })
  const rows = [{ order: orderOf(id), id: `FORGED-${++number}`, gross, commission: 1, basisPoints: 1 }]
  const { file, query } = bankDay({ rows, at: vezne.runtime.clock.ms(), number })
  const sent = await call('POST', `${PATH}/files?${query}`, file, { 'content-type': 'application/octet-stream' })
  if (sent.status === 403) return undefined
  assert.equal(sent.status, 201, sent.text)
  const reconciliation: string = sent.body.reconciliation_id
  const { details } = (await call('GET', `${PATH}/${reconciliation}`)).body
  const row = details.find((each: Row) => each.transaction_id === id)
  const forced = { action: 'force_status', applied_status: 'completed', remarks: 'the file says so' }
  const detail = `${PATH}/${reconciliation}/details`
  for (let times = 0; times < 2; times++) {
    await call('POST', `${detail}/${row.id}/resolve`, forced)
    await call('POST', `${detail}/${row.id}/remedy`, { remedy: 'force_status' })
    await call('POST', `${detail}/bulk-resolve`, { items: [{ detail_id: row.id, request: forced }] })
  }
  await call('POST', `${PATH}/${reconciliation}/finalize`, { force_partial: true })
  return (await call('GET', `${PATH}/${reconciliation}`)).body
}

const staysOpen = async (id: string, reconciliation: Row): Promise<void> => {
  const { status, settlement_date } = await shop.read(id)
  assert.notEqual(status, 'completed')
  assert.equal(settlement_date, null)
  if (reconciliation !== undefined) assert.equal(reconciliation.overall_status, 'in_review')
}

for (const role of ['pos-operator', 'pos-admin', 'tenant-admin']) {
  test(`${role}: a payment that never reached the bank is not completed by a file he wrote`, async () => {
    await bank.control.arm({ kind: 'timeout_before', parameters: { hold_ms: 50 } })
    const sale = await shop.call(
      'POST',
      '/payments',
      paymentBody({ extra_properties, amount: { amount: 987_654_321, currency } }),
    )
    assert.equal(sale.status, 202, sale.text)
    const id = sale.body.transaction_id
    const { token } = await makeColleague(vezne, [role])
    await staysOpen(id, await forge(token, id, 987_654_321))
  })

  test(`${role}: a challenge that was passed and never completed is not completed by a file he wrote`, async () => {
    const shopper = openThreeD(vezne, { key: 'admin', realm: 'tenant-load', merchant: 'M-3001' })
    const amount = { amount: 333_000_000, currency }
    const started = await shopper.init(CARDS_3D.frictionless, {
      amount,
      extra_properties: { ...extra_properties, manual_complete: 'true' },
    })
    assert.equal(started.answer.status, 200, started.answer.text)
    const { action, fields } = formIn(started.answer.body.extra_properties.html_content)
    const headers = { ...formType, accept: 'application/json' }
    const passed = await fetch(`${action}?auto=ok`, { method: 'POST', headers, body: encode(fields) })
    const form = (await passed.json()) as Form
    const back = await shopper.post(shopper.pathOf(form.action), form.fields)
    assert.match(back.headers.location ?? back.text, /pending_3ds/)
    const { token } = await makeColleague(vezne, [role])
    await staysOpen(started.id, await forge(token, started.id, 333_000_000))
  })
}
