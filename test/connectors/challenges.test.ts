/** 3D Secure of every connector with a bank behind it: both models, each way a challenge ends, and forged callbacks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import type { Attempt } from '../../src/connectors/attempt.ts'
import type { CallbackOutcome, PendingChallenge } from '../../src/connectors/three-d-secure.ts'
import { visitGateway } from '../bank-simulator/shopper.ts'
import { saidBy } from '../support/bank-faults.ts'
import { GOOD_CARD, openBankRig, wiredConnectors } from '../support/bank-rig.ts'
import { use } from '../support/use.ts'

/** Asks for a code before it passes. */
const CHALLENGED_CARD = '5440931234567892'
const CALLBACK = 'http://127.0.0.1:9/api/v1/payments/3d/callback?cb=signed'

const rig = use(openBankRig)

type Fields = Record<string, string>
type Model = '3d_secure' | '3d_pay'

// Card, how the shopper ends it, md status, refusal.
const ENDINGS: [name: string, number: string, auto: string | undefined, mdStatus: string, refusal?: string][] = [
  ['a code that is right', CHALLENGED_CARD, 'ok', '1'],
  ['nothing asked', GOOD_CARD, undefined, '1'],
  ['an attempt', '4111990000000000', undefined, '2'],
  ['wrong codes', CHALLENGED_CARD, 'fail', '0', 'refused'],
  ['cancelled', CHALLENGED_CARD, 'cancel', '0', 'cancelled'],
  ['refused by the issuer', '4900200000000009', undefined, '0', 'refused'],
  ['not available', '4666899999999990', undefined, '5', 'unavailable'],
]

/**
 * Garanti and iyzico do not say why an authentication failed; PayFor, Akbank and Kuveyt Türk have one md status for everything that
 * failed, and Kuveyt Türk one for everything that passed.
 */
const toldBy = (
  family: string,
  model: Model,
  mdStatus: string,
  refusal?: string,
): [mdStatus: string, refusal: string | undefined] => {
  if (refusal !== undefined && ['payfor', 'kuveyt'].includes(family)) return ['0', 'refused']
  if (family === 'iyzico' && mdStatus === '2') return ['4', 'refused'] // it charges no attempt
  if (family === 'iyzico') return [mdStatus, refusal === 'cancelled' ? 'refused' : refusal]
  if (family === 'kuveyt') return ['1', undefined]
  if (family === 'akbank') return refusal === undefined ? [akbankStatus(model, mdStatus), refusal] : ['0', 'refused']
  return [mdStatus, family === 'garanti' && mdStatus === '0' ? 'refused' : refusal]
}

/** InterPOS signs its code, and not the ErrorCode that says more. */
const declineBy = (family: string, model: Model): string => {
  if (family === 'posnet') return '0005'
  if (family === 'iyzico') return '10005'
  return family === 'interpos' && model === '3d_secure' ? '05/B050000' : '05'
}

/** Akbank shows an attempt by its ECI; what it charged on its own page has neither. */
const akbankStatus = (model: Model, mdStatus: string): string =>
  mdStatus === '2' ? (model === '3d_pay' ? '1' : '4') : mdStatus

for (const connector of wiredConnectors) {
  const { family, threeDSecure } = connector
  assert.ok(threeDSecure)
  const isUnsigned = family === 'posnet' // the bank is asked what a callback means
  const isAskedFirst = isUnsigned || ['kuveyt', 'iyzico'].includes(family) // the bank is asked before the browser is sent
  // Akbank's proof is of one amount, and its record shows what it charged; iyzico compares the terms in the second call.
  const isAmountSigned = !['akbank', 'iyzico'].includes(family)

  const begin = async (model: Model, changes: Partial<Attempt> & { number?: string } = {}) => {
    const { settings } = rig.configuration(connector)
    const configuration = rig.configuration(connector, { settings: { ...settings, three_d_model: model } })
    const attempt = rig.attempt(connector, { model, configuration, ...changes })
    assert.equal(threeDSecure.modelOf(configuration), model)
    const started = { callbackUrl: CALLBACK, expiresAt: 0, language: 'tr', merchantName: 'Demo' } as const
    const outcome = await threeDSecure.begin({ ...attempt, ...started }, rig.context())
    assert.ok(outcome.kind === 'challenge' && outcome.step.kind === 'form', inspect(outcome))
    assert.equal(JSON.stringify(outcome.state).includes(attempt.card.number.use((number) => number)), false)
    return { challenge: { attempt, state: outcome.state } satisfies PendingChallenge, step: outcome.step }
  }
  const challenged = async (model: Model, auto?: string, changes: Partial<Attempt> & { number?: string } = {}) => {
    const { challenge, step } = await begin(model, changes)
    const { back, page } = await visitGateway(step.action, step.fields, auto)
    assert.ok(back, page)
    assert.equal(back.action, CALLBACK)
    return { challenge, attempt: challenge.attempt, fields: back.fields as Fields }
  }
  const verify = async (fields: Fields, challenge: PendingChallenge): Promise<CallbackOutcome> => {
    const reading = threeDSecure.verify(fields, challenge)
    if (reading.kind !== 'unsigned') return reading
    const confirmed = await threeDSecure.confirm!(fields, challenge, rig.context())
    assert.ok(confirmed.kind !== 'no_answer', inspect(confirmed))
    return confirmed
  }
  const models = (['3d_secure', '3d_pay'] as const).filter((each) =>
    connector.capabilities.operations.sale?.includes(each),
  )
  const inquire = (attempt: Attempt) => connector.inquire(attempt, rig.context())

  for (const model of models) {
    for (const [name, number, auto, mdStatus, refusal] of ENDINGS)
      test(`${family} ${model}: ${name}: md status ${mdStatus} ${refusal ?? ''}`, async () => {
        const { challenge, attempt, fields } = await challenged(model, auto, { number })
        const verdict = await verify(fields, challenge)
        assert.ok(verdict.kind === 'verified', inspect(verdict))
        const told = toldBy(family, model, mdStatus, refusal)
        assert.deepEqual([verdict.authentication.mdStatus, verdict.refusal], told)
        assert.deepEqual(await verify(fields, challenge), verdict) // the browser may bring it twice
        const isPassed = told[1] === undefined
        if (model === '3d_secure') {
          assert.equal(verdict.charged, undefined)
          assert.equal(saidBy(await inquire(attempt)), 'not_found') // nothing has been charged yet
          if (!isPassed) return
          const outcome = await threeDSecure.finish(attempt, verdict.authentication, rig.context())
          assert.equal(saidBy(outcome), 'approved')
          const again = await threeDSecure.finish(attempt, verdict.authentication, rig.context())
          assert.equal(saidBy(again), 'unknown') // neither charged twice, nor taken for declined
        } else if (isPassed) assert.equal(verdict.charged && saidBy(verdict.charged), 'approved')
        else if (verdict.charged) assert.notEqual(saidBy(verdict.charged), 'approved')
        assert.equal(await rig.net(connector, attempt), isPassed ? 14_990 : undefined)
        assert.equal(saidBy(await inquire(attempt)), isPassed ? 'approved' : 'not_found')
      })

    if (connector.capabilities.operations.pre_auth?.includes(model))
      test(`${family} ${model}: a pre-authorization in installments is held, not taken`, async () => {
        const { challenge, attempt, fields } = await challenged(model, 'ok', {
          number: CHALLENGED_CARD,
          operation: 'pre_auth',
          installments: 3,
        })
        const verdict = await verify(fields, challenge)
        assert.ok(verdict.kind === 'verified')
        const outcome =
          model === '3d_pay'
            ? verdict.charged
            : await threeDSecure.finish(attempt, verdict.authentication, rig.context())
        assert.equal(outcome && saidBy(outcome), 'approved')
        assert.equal(saidBy(await inquire(attempt)), 'approved')
        assert.equal(await rig.net(connector, attempt), 0)
      })

    test(`${family} ${model}: authenticated, then declined`, async () => {
      const { challenge, step } = await begin(model)
      await rig.arm(challenge.attempt, { kind: 'md1_then_decline' })
      const { back } = await visitGateway(step.action, step.fields)
      const verdict = await verify(back!.fields, challenge)
      assert.ok(verdict.kind === 'verified' && verdict.authentication.mdStatus === '1')
      const finish = () => threeDSecure.finish(challenge.attempt, verdict.authentication, rig.context())
      assert.equal(saidBy(verdict.charged ?? (await finish())), `declined ${declineBy(family, model)}`)
    })

    test(`${family} ${model}: another key, another amount, another order: rejected`, async () => {
      const other = await challenged(model)
      // A bank that is asked about it with our terms finds the difference itself.
      const tampered = ['tampered_amount', [isUnsigned ? 'bad_hash' : 'other_amount'], { minor: 100 }] as const
      for (const [kind, reasons, parameters] of [
        ['bad_hash', ['bad_hash'], {}],
        ...(isAmountSigned ? [tampered] : []),
        ['swapped_order', ['other_order'], { order_id: rig.orderId(other.attempt) }],
      ] as const) {
        const { challenge, step } = await begin(model)
        await rig.arm(challenge.attempt, { kind, parameters })
        const { back, page } = await visitGateway(step.action, step.fields)
        assert.ok(back, page)
        const verdict = await verify(back.fields, challenge)
        assert.ok(
          verdict.kind === 'forged' && (reasons as readonly string[]).includes(verdict.reason),
          inspect(verdict),
        )
      }
    })

    test(`${family} ${model}: a field changed, removed or added never turns a refusal into a pass`, async () => {
      const refused = await challenged(model, 'fail', { number: CHALLENGED_CARD })
      const passed = await challenged(model)
      for (const [name, value] of Object.entries(refused.fields)) {
        const { [name]: _, ...without } = refused.fields
        const better = passed.fields[name] ?? '1'
        for (const fields of [
          without,
          { ...refused.fields, [name]: better },
          { ...refused.fields, [name]: `${value}1` },
        ]) {
          const verdict = await verify(fields, refused.challenge)
          if (verdict.kind === 'forged') continue
          assert.equal(verdict.authentication.mdStatus, '0', name)
          assert.notEqual(verdict.charged?.kind, 'approved', name)
        }
      }
      // A genuine callback of another order, presented as ours.
      const { reference } = refused.attempt
      const { Xid = '' } = refused.fields
      const orders = {
        oid: reference,
        orderid: reference,
        orderId: reference,
        OrderId: reference,
        ...(Xid ? { Xid } : {}),
      }
      const foreign = { ...passed.fields, ...orders }
      assert.equal((await verify(foreign, refused.challenge)).kind, 'forged')
      assert.equal((await verify(passed.fields, refused.challenge)).kind, 'forged')
      for (const fields of [{}, { mdStatus: '1', mdstatus: '1' }])
        assert.equal((await verify(fields, refused.challenge)).kind, 'forged')
    })

    test(`${family} ${model}: fields the bank adds are part of what it signs`, async () => {
      const { challenge, step } = await begin(model)
      await rig.arm(challenge.attempt, { kind: 'extra_fields' })
      const { back } = await visitGateway(step.action, step.fields)
      assert.equal((await verify(back!.fields, challenge)).kind, 'verified')
    })
  }

  // iyzico does not look whether a conversation was charged before; there, nothing here begins two challenges of one.
  if (family !== 'iyzico' && isAskedFirst)
    test(`${family}: an order that was charged begins no second challenge`, async () => {
      const { challenge, attempt, fields } = await challenged('3d_secure')
      const verdict = await verify(fields, challenge)
      assert.ok(verdict.kind === 'verified')
      assert.equal(saidBy(await threeDSecure.finish(attempt, verdict.authentication, rig.context())), 'approved')
      const started = { callbackUrl: CALLBACK, expiresAt: 0, language: 'tr', merchantName: null } as const
      const again = await threeDSecure.begin({ ...attempt, ...started }, rig.context())
      assert.equal(again.kind, 'unknown')
    })
  if (!isAskedFirst)
    test(`${family}: a form of an order that was used is refused, which proves nothing`, () => refusedForm())

  const refusedForm = async () => {
    const { challenge, step } = await begin('3d_secure')
    await visitGateway(step.action, step.fields)
    await threeDSecure.finish(challenge.attempt, NO_PROOF, rig.context())
    const first = await challenged('3d_pay')
    const { back } = await visitGateway(
      rig.configuration(connector).threeDSecureEndpointUrl!,
      await formAgain(first.attempt),
    )
    assert.ok(back)
    const verdict = await verify(back.fields, first.challenge)
    assert.ok(verdict.kind === 'forged' && verdict.reason === 'incomplete', inspect(verdict))
    assert.equal(saidBy(await inquire(first.attempt)), 'approved')
  }

  /** The form of an order the bank has already charged. */
  const formAgain = async (attempt: Attempt): Promise<Fields> => {
    const started = { callbackUrl: CALLBACK, expiresAt: 0, language: 'tr', merchantName: null } as const
    const outcome = await threeDSecure.begin({ ...attempt, ...started }, rig.context())
    assert.ok(outcome.kind === 'challenge' && outcome.step.kind === 'form')
    return { ...outcome.step.fields }
  }

  const chargedDespite = async () => {
    const { challenge, step } = await begin('3d_pay')
    await rig.arm(challenge.attempt, { kind: 'md_bad_but_charged' })
    const { back } = await visitGateway(step.action, step.fields)
    const verdict = await verify(back!.fields, challenge)
    const refusal = family === 'akbank' ? 'refused' : 'unavailable'
    assert.ok(verdict.kind === 'verified' && verdict.refusal === refusal, inspect(verdict))
    assert.equal(saidBy(await inquire(challenge.attempt)), 'approved')
    assert.equal(await connector.reverse!(challenge.attempt, rig.context()), 'reversed')
    assert.equal(await rig.net(connector, challenge.attempt), 0)
  }
  if (models.includes('3d_pay'))
    test(`${family} 3d_pay: charged despite a bad md status: the bank's records show it, and a reversal undoes it`, () =>
      chargedDespite())

  test(`${family}: a proof that is not the bank's own is not charged`, async () => {
    const { challenge } = await begin('3d_secure')
    const outcome = await threeDSecure.finish(challenge.attempt, NO_PROOF, rig.context())
    assert.notEqual(outcome.kind, 'approved')
    assert.ok(!(await rig.net(connector, challenge.attempt)))
  })

  test(`${family}: no form without a key, nor for a forbidden address`, async () => {
    // iyzico answers the address of its page.
    const addresses = [null, 'https://vpos.example.com/3d', 'javascript:alert(1)']
    const hasAddress = connector.demo.threeDSecurePath !== undefined
    for (const changes of [
      { secrets: {} },
      ...(hasAddress ? addresses : []).map((threeDSecureEndpointUrl) => ({ threeDSecureEndpointUrl })),
    ]) {
      const attempt = rig.attempt(connector, { configuration: rig.configuration(connector, changes) })
      const started = { callbackUrl: CALLBACK, expiresAt: 0, language: 'en', merchantName: null } as const
      const outcome = await threeDSecure.begin({ ...attempt, ...started }, rig.context())
      assert.ok(outcome.kind === 'not_sent' && outcome.fault.providerCode === 'not_configured')
    }
    const settings = { three_d_model: '3d_host' }
    assert.equal(threeDSecure.modelOf(rig.configuration(connector, { settings })), undefined)
    assert.equal(threeDSecure.modelOf(rig.configuration(connector, { settings: { supports_3d: 'false' } })), 'none')
  })
}

const NO_PROOF = { mdStatus: '1', eci: '05', cavv: 'AAAA', xid: 'BBBB', md: 'MD:nothing', dsTransId: null }

test('the request log of all of it holds no card data, no secret and no proof', () =>
  rig.assertNothingLeaked(50, CHALLENGED_CARD))
