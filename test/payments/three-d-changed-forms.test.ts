/** A shopper's browser brings the form to the bank, and may change what no hash of it covers: no such charge counts as the payment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GATEWAYS, openBankShop } from '../support/bank-shop.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const rig = use(openBankShop)

const [NESTPAY] = GATEWAYS

test('NestPay hashes values without their names: a card code is never in the place of a currency', async () => {
  const started = await rig.init(await rig.useModel(NESTPAY, '3d_pay'), CARDS_3D.frictionless, {
    amount: { amount: 15_000, currency: 'USD' },
    card: { number: CARDS_3D.frictionless, cvv: '949' },
  })
  const { currency: dollars, cv2: lira, ...rest } = started.form.fields
  const fields = { ...rest, ...(lira === undefined ? { currency: '949' } : { currenc: dollars!, currency: lira }) }
  await rig.atBank({ form: { action: started.form.action, fields } }).catch(() => undefined)
  await rig.vezne.moveClock(16 * 60_000)
  await until('settled', async () => !/^pending/.test((await rig.shop.payment(started.id)).status))
  assert.equal((await rig.shop.payment(started.id)).status, 'failed')
  assert.equal(await rig.netOf(NESTPAY, started.id), 0)
})
