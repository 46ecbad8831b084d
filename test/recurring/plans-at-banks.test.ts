/** Plans at banks over the wire: the first charge opens an agreement, the others follow it without a card code, and the bank checks that. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { planConnectors, planlessConnectors, toOrderId } from '../support/bank-rig.ts'
import { createPlan, moveClock, paymentsOfPlan, planBody, untilStates } from '../support/card-plans.ts'
import { useShop } from '../support/shop.ts'
import { use } from '../support/use.ts'

const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))

const requestsOf = async (id: string): Promise<string> =>
  (await shop.rows('select request_body from api_request_logs where transaction_id = $1 order by id', [id]))
    .map(({ request_body }) => request_body)
    .join()

/** How a bank hears which payment of an agreement it is: by a group, or by a mail order, which has no card code. */
const WORDS: Readonly<Record<string, { names: 'group' | 'mail order'; cardCode: RegExp; later?: RegExp }>> = {
  NEST_PAY: { names: 'group', cardCode: /<Cvv2Val>\*/ },
  GARANTI_VPOS: { names: 'group', cardCode: /<CVV2>\*/, later: /<MotoInd>Y</ },
  YAPI_KREDI_VPOS: { names: 'mail order', cardCode: /<cvc>\*/, later: /<mailorderflag>Y</ },
  QNB_VPOS: { names: 'mail order', cardCode: /<Cvv2>\*/, later: /<MOTO>1</ },
  AKBANK_VPOS: { names: 'mail order', cardCode: /"cvv2":"\*/, later: /"motoInd":"1"/ },
  DENIZBANK_VPOS: { names: 'mail order', cardCode: /"Cvv2":"\*/, later: /"MOTO":"1"/ },
}

for (const { demo } of planConnectors)
  test(`${demo.code}: initial and subsequent charges are told apart; a refusal of the agreement fails the try`, async () => {
    const connector_config_id = await shop.configurationOf(demo.code)
    const plan = await createPlan(shop, { connector_config_id, installment_count: 2 })
    await moveClock(shop, 61)
    await untilStates(shop, plan.id, ['completed', 'completed'])
    const payments = await paymentsOfPlan(shop, plan.id)
    const [first, second] = await Promise.all(payments.map(({ id }) => requestsOf(id)))
    const words = WORDS[demo.code]
    assert.ok(words, `${demo.code} has no words here`)
    const group = payments[0].key_reference.replaceAll('-', '')
    if (words.names === 'group') assert.ok(first?.includes(group) && second?.includes(group), `${first} ${second}`)
    assert.match(first ?? '', words.cardCode)
    assert.doesNotMatch(second ?? '', words.cardCode)
    if (words.later) {
      assert.doesNotMatch(first ?? '', words.later)
      assert.match(second ?? '', words.later)
    }
    const { orders } = await bank.control.orders()
    assert.equal(
      orders.filter(({ order_id }: { order_id: string }) =>
        payments.some(({ key_reference }) =>
          order_id.endsWith(toOrderId(`K${key_reference.replaceAll('-', '')}01`, demo.type)),
        ),
      ).length,
      2,
    )
  })

for (const { demo } of planlessConnectors)
  test(`${demo.code}: wants a card code that nobody keeps: a plan is refused, and nothing is sent`, async () => {
    const connector_config_id = await shop.configurationOf(demo.code)
    const before = (await bank.control.orders()).orders.length
    const refused = await shop.call('POST', '/recurring', planBody({ connector_config_id }))
    assert.deepEqual([refused.status, refused.body.code], [422, 'config_error'], refused.text)
    assert.equal((await bank.control.orders()).orders.length, before)
  })
