/** 3D Secure with gateways of real banks, simulated by the bank simulator: we authorize after the challenge, or the bank does before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GATEWAYS, type Model, openBankShop } from '../support/bank-shop.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { use } from '../support/use.ts'

const rig = use(openBankShop)

/** The bank takes nine with this card, the platform twelve. */
const NINE_INSTALLMENTS = '5400637000000004'
const PAID = ['3ds.completed', 'payment.completed']

for (const gateway of GATEWAYS)
  for (const model of ['3d_secure', '3d_pay'] as Model[]) {
    const named = `${gateway.code} ${model}`

    test(`${named}: approved once, although the callback comes twenty times concurrently`, async () => {
      const started = await rig.init(await rig.useModel(gateway, model))
      const back = await rig.atBank(started)
      const answers = await Promise.all(Array.from({ length: 20 }, () => rig.callback(back)))
      for (const { status, headers, text } of answers) {
        assert.equal(status, 303, text)
        assert.match(headers.location ?? '', /status=completed$/)
      }
      assert.deepEqual(await rig.types(started.id), PAID)
      const read = await rig.shop.transaction(started.id)
      assert.deepEqual(
        [read.status, read.md_status, read.eci, read.secure_type],
        ['completed', 'fully_authenticated', '05', model === '3d_pay' ? 'three_d_pay' : 'three_ds_v2'],
      )
      assert.equal(await rig.netOf(gateway, started.id), 15_000)
    })

    test(`${named}: the shopper cancels: failed, nothing is charged`, async () => {
      const started = await rig.init(await rig.useModel(gateway, model), CARDS_3D.challenge)
      const answer = await rig.callback(await rig.atBank(started, 'cancel'))
      assert.match(answer.headers.location ?? '', /status=failed$/)
      assert.deepEqual(await rig.types(started.id), ['3ds.failed'])
      assert.equal(await rig.netOf(gateway, started.id), 0)
    })

    test(`${named}: authenticated, then declined`, async () => {
      const started = await rig.init(await rig.useModel(gateway, model), CARDS_3D.declined)
      const answer = await rig.callback(await rig.atBank(started))
      assert.match(answer.headers.location ?? '', /status=failed$/)
      const { error_code, provider_error_code } = await rig.shop.payment(started.id)
      assert.deepEqual([error_code, provider_error_code], ['do_not_honor', '05'])
      assert.deepEqual(await rig.types(started.id), ['3ds.failed'])
    })

    test(`${named}: the gateway refuses the form: the shopper returns, and the payment is refused where the bank signs that`, async () => {
      const configuration = await rig.useModel(gateway, model)
      const started = await rig.init(configuration, NINE_INSTALLMENTS, { installment: 12 })
      const back = await rig.atBank(started)
      const answer = await rig.callback(back)
      if (back.fields.HASH === undefined) {
        assertProblem(answer, 'three_ds_verify_failed') // it proves nothing: the payment waits for its bank
        assert.equal((await rig.shop.payment(started.id)).status, 'pending_3ds')
        return
      }
      assert.match(answer.headers.location ?? '', /status=failed$/, answer.text)
      const { error_code, error_message } = await rig.shop.transaction(started.id)
      assert.deepEqual([error_code, error_message], ['three_ds_authentication_failed', back.fields.ErrMsg])
      assert.deepEqual(await rig.types(started.id), ['3ds.failed'])
      assert.equal(await rig.netOf(gateway, started.id), 0)
    })

    test(`${named}: the form is posted twice: the second answer ends nothing`, async () => {
      const started = await rig.init(await rig.useModel(gateway, model))
      const [first, second] = [await rig.atBank(started), await rig.atBank(started)]
      if (model === '3d_pay' || gateway.code === 'NEST_PAY')
        assertProblem(await rig.callback(second), 'three_ds_verify_failed')
      assert.match((await rig.callback(first)).headers.location ?? '', /status=completed$/)
      assert.equal(await rig.netOf(gateway, started.id), 15_000)
    })

    for (const kind of ['bad_hash', 'tampered_amount'])
      test(`${named}: ${kind}: refused, the payment waits on`, async () => {
        const started = await rig.init(await rig.useModel(gateway, model))
        await rig.bank.control.arm({ kind })
        const back = await rig.atBank(started)
        await rig.bank.control.disarm()
        const answer = await rig.callback(back)
        assertProblem(answer, 'three_ds_verify_failed')
        assert.equal((await rig.shop.payment(started.id)).status, 'pending_3ds')
        assert.deepEqual(await rig.types(started.id), [])
      })

    test(`${named}: the callback of another order: refused`, async () => {
      const configuration = await rig.useModel(gateway, model)
      const one = await rig.init(configuration)
      const two = await rig.init(configuration)
      const [first] = [await rig.atBank(one), await rig.atBank(two)]
      const foreign = { action: two.form.action, fields: first!.fields }
      const path = (await rig.atBank(two)).action
      assertProblem(await rig.callback({ ...foreign, action: path }), 'three_ds_card_mismatch')
      assert.equal((await rig.shop.payment(two.id)).status, 'pending_3ds')
    })

    test(`${named}: unknown fields in the callback are harmless`, async () => {
      const started = await rig.init(await rig.useModel(gateway, model))
      await rig.bank.control.arm({ kind: 'extra_fields', match: { operation: 'callback' } })
      const back = await rig.atBank(started)
      await rig.bank.control.disarm()
      assert.match((await rig.callback(back)).headers.location ?? '', /status=completed$/)
    })
  }
