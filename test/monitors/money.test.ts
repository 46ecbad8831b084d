/** Money that is not where it should be: payments whose bank is silent, installments that nobody charges, books that differ from the bank. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { istanbulTime } from '../../src/core/clock.ts'
import { toClockText } from '../../src/monitors/model/quiet-hours.ts'
import { type BankProcess, startBank } from '../support/bank.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import { CALM_MS, MINUTE_MS, monitorsOf } from '../support/monitors.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!
const shop = useShop()
const monitors = monitorsOf(() => shop.vezne)

test('a bank that falls silent: its payment is told of as stuck, also at night, and no longer once the bank has answered', async () => {
  const { hour, minute } = istanbulTime(shop.vezne.runtime.clock.ms())
  const now = hour * 60 + minute
  const quiet_hours = { from: toClockText(now), to: toClockText((now + 300) % 1_440), critical_passes: true }
  await monitors.add({ quiet_hours })
  let bank: BankProcess = await startBank({ port: shop.vezne.config.ports.bank })
  const extra_properties = { connector_configuration_id: await shop.configurationOf(demo.code) }
  await bank.control.arm({ kind: 'http_5xx_before', match: { operation: 'sale' } })
  const sold = await shop.call('POST', '/payments', {
    amount: { amount: 15_000, currency: 'TRY' },
    installment: 1,
    card: { holder_name: 'Ayşe', number: '4546711234567894', expire_month: '12', expire_year: '2030', cvv: '000' },
    extra_properties,
  })
  assert.equal(sold.status, 202, sold.text)
  await bank.stop()
  await shop.vezne.moveClock(16 * MINUTE_MS)
  const finding = await monitors.found('payments_stuck')
  await until('it is told', () => monitors.told('/webhook').length === 1)
  assert.match(monitors.told('/webhook')[0].title, /^Critical: Stuck/)
  assert.equal(finding.facts.count, 1)

  bank = await startBank({ port: shop.vezne.config.ports.bank })
  await until('the bank has answered', async () => {
    await shop.vezne.moveClock(30 * MINUTE_MS)
    const [row] = await shop.rows('select status, next_inquiry_at from payments where id = $1', [
      sold.body.transaction_id,
    ])
    return row.status !== 'processing'
  })
  await shop.vezne.moveClock(CALM_MS)
  await monitors.found('payments_stuck', false)
  await until('its end is told', () => monitors.told('/webhook').some(({ type }) => type === 'monitor.finding_ended'))
  await bank.stop()
})
