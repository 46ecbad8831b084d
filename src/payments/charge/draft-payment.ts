/** Everything decided before the first write: card and amount rules, policy, route, fraud verdict, the sealed card. */

import { hash } from 'node:crypto'
import type { CardData, Configuration } from '../../connectors/attempt.ts'
import { sealCard } from '../../acquiring/card-vault.ts'
import { maskCardNumber } from '../../core/card-number.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { mapPersonal, withoutPersonal } from '../../core/personal-data.ts'
import { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import type { Judged } from '../../fraud/checks/fraud-check.ts'
import type { BinFacts } from '../../reference/reference-data.ts'
import { checkBankTerms } from './check-bank-terms.ts'
import { checkAmount, checkCard, checkInstallments, checkStrayCardNumber } from './check-payment.ts'
import { chooseRoutes } from './choose-route.ts'
import type { CreatePaymentBody, CreatePaymentCall } from '../model/payment-schemas.ts'
import { INQUIRY_FIRST_MS } from '../attempts/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import type { StoredStep } from '../model/payment-steps.ts'
import { buyerKeys } from '../personal-data/buyer-keys.ts'
import { screeningFacts } from './screening-facts.ts'
import { openCandidates, takeRoute } from './reserve-route.ts'
import { canChallenge, preferring, secureTypeOf } from './three-d-secure-support.ts'
import type { NewPayment, Undecided } from '../persistence/prepare-payments.ts'

/** `3d`: the shopper is challenged first. */
export type PaymentKind = 'plain' | '3d'

/** `payment.verdict` counts once {@link PaymentDesk.prepare} has taken it. */
export interface Draft extends Undecided {
  card: CardData
  candidates: readonly [Configuration, ...Configuration[]]
  /** Set where a repeat of the key takes up a stored payment: how it stands, and under which fencing number it is ours. */
  resumed?: Standing
}

/** What of a payment moves with its steps and attempts. */
export type Standing = Pick<
  PaymentRow,
  'captured' | 'refunded' | 'attempt_no' | 'fencing' | 'sequence' | 'inquiry_count' | 'bank_code'
>

/** Throws the 4xx of the first rule that is broken; nothing is stored then. */
export const draftPayment = async (
  desk: PaymentDesk,
  call: CreatePaymentCall,
  merchantId: string,
  kind: PaymentKind,
): Promise<Draft> => {
  const { body, tenantId } = call
  const now = desk.house.clock.now()
  checkAmount(body.amount)
  checkCard(body.card, { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 })
  checkStrayCardNumber(body.card.number, shownBody(body))
  const [policy, bin, configurations, routing] = await Promise.all([
    desk.policyOf(tenantId),
    desk.binOf(body.card.number),
    desk.connectors.configurationsOf(tenantId),
    desk.connectors.routingOf(tenantId),
  ])
  if (kind === 'plain' && !policy.allow_non_3d)
    throw new Problem('non_3d_not_allowed', {
      detail: 'The payment policy of this tenant asks for 3D Secure: start with POST /api/v1/payments/3d/init.',
    })
  checkInstallments(body, bin)
  const facts = routeFacts(desk, body, bin)
  const able =
    kind === 'plain'
      ? configurations
      : preferring(desk, policy.preferred_three_d_flow, challengers(desk, configurations, facts.wanted))
  const routes = chooseRoutes(facts, routing, able)
  const merchant = { id: merchantId, externalId: await desk.merchantExternalIdOf(tenantId, merchantId) }
  const limits = await desk.quota.quotaOf(call)
  const quota = limits && { quota: limits, atMs: now.getTime(), wanted: 1 }
  if (quota) desk.quota.refuseUsedUp(quota)
  const [likely] = routes[0].candidates
  await checkBankTerms(desk, tenantId, body, likely)
  const candidates = openCandidates(desk, await takeRoute(desk, tenantId, routes))
  if (candidates[0] !== likely) await checkBankTerms(desk, tenantId, body, candidates[0])
  const id = newId(now.getTime())
  const number = new Secret(body.card.number)
  const fingerprint = desk.house.sealer.fingerprint(`card:${tenantId}`, body.card.number)
  const is3dSecure = kind === '3d'
  const card = { number, fingerprint }
  const check = await desk.fraud.checkPayment(screeningFacts(call, bin, merchant, { id, card, now, is3dSecure }))
  const target = candidates[0]
  const payment = await newPayment(desk, call, { id, kind, merchantId, bin, fingerprint, target, now })
  return {
    payment,
    check,
    quota,
    decide: (judged) => decide(payment, kind, judged),
    card: {
      number,
      cvv: new Secret(body.card.cvv),
      expireMonth: Number(body.card.expire_month),
      expireYear: Number(body.card.expire_year),
      holderName: body.card.holder_name,
    },
    candidates,
  }
}

const routeFacts = (desk: PaymentDesk, body: CreatePaymentBody, bin: BinFacts) => ({
  cardNumber: body.card.number,
  card_type: bin.card_type,
  card_brand: bin.card_program,
  issuerBankCode: bin.bank_code,
  amount: body.amount.amount,
  currency: body.amount.currency.toUpperCase(),
  installment: body.installment,
  operation: body.operation_type ?? ('sale' as const),
  wanted: desk.house.config.env === 'sandbox' ? body.extra_properties?.connector_configuration_id : undefined,
})

/** Configurations whose bank can challenge a shopper; one that was named and cannot is refused as such. */
const challengers = (
  desk: PaymentDesk,
  configurations: readonly Configuration[],
  wanted: string | undefined,
): Configuration[] => {
  const able = configurations.filter((each) => canChallenge(desk, each))
  const isWantedUnable = configurations.some(({ id }) => id === wanted) && !able.some(({ id }) => id === wanted)
  if (isWantedUnable || !able.some(({ isActive }) => isActive))
    throw new Problem('three_ds_not_supported', {
      detail: 'No connector configuration that could take this payment offers 3D Secure.',
    })
  return able
}

interface DraftFacts {
  id: string
  kind: PaymentKind
  merchantId: string
  bin: BinFacts
  fingerprint: Buffer
  target: Configuration
  now: Date
}

const newPayment = async (desk: PaymentDesk, call: CreatePaymentCall, facts: DraftFacts): Promise<NewPayment> => {
  const { body, tenantId } = call
  const { sealer } = desk.house
  const { number } = body.card
  const sealed = await sealCard(sealer, tenantId, { table: 'payments', id: facts.id }, body.card)
  const kept = withoutPersonal(body) as CreatePaymentBody
  const is3d = facts.kind === '3d'
  return {
    tenant_id: tenantId,
    id: facts.id,
    merchant_id: facts.merchantId,
    status: 'created',
    operation_type: body.operation_type ?? 'sale',
    secure_type: is3d ? secureTypeOf(desk, facts.target) : 'non_3d',
    amount: body.amount.amount,
    currency: body.amount.currency.toUpperCase(),
    installment_count: body.installment,
    external_id: body.external_id ?? null,
    basket_id: body.basket_id ?? null,
    bin: Number(number.slice(0, 6)),
    masked_card_number: maskCardNumber(number),
    card_holder_name: body.card.holder_name,
    card_scheme: facts.bin.schema_type,
    card_type: facts.bin.card_type,
    card_brand: facts.bin.card_program,
    issuer_bank_code: facts.bin.bank_code,
    card_fingerprint: facts.fingerprint,
    card_sealed: sealed,
    configuration_id: facts.target.id,
    connector_code: facts.target.connectorCode,
    verdict: UNDECIDED,
    extra: kept.extra_properties ?? null,
    history: [],
    idempotency_key: call.idempotencyKey === null ? null : keyOf(facts.kind, call.idempotencyKey),
    fingerprint: call.idempotencyKey === null ? null : fingerprint(call, facts.fingerprint),
    correlation_id: call.correlationId,
    client_id: call.principal.clientId,
    actor: call.principal.subject === call.principal.clientId ? null : call.principal.subject,
    caller_address: call.request.clientAddress,
    ip_address: body.buyer?.ip_address ?? null,
    // Its own number is known; the last gate finds what somebody else's number does in another field.
    request_body: maskCardNumbers(shownBody(kept)),
    ...buyerKeys(sealer, tenantId, body.buyer),
    lease_owner: desk.processNo,
    created: isoTime(facts.now),
    next_inquiry_at: isoTime(facts.now.getTime() + INQUIRY_FIRST_MS),
  }
}

/** Never stored: the write that takes a payment decides it first. */
const UNDECIDED = ''

/** What the verdict makes of a payment. Called again when its write is tried again: the last verdict counts. */
const decide = (payment: NewPayment, kind: PaymentKind, { verdict }: Judged): void => {
  const { decision } = verdict
  const createdAt = Date.parse(payment.created)
  const isCleared = decision === 'approve' && kind === 'plain'
  // Without 3D Secure a payment held for review waits for a person; everything else is looked at should this process die.
  const isHeld = decision === 'review' && kind === 'plain'
  payment.verdict = decision
  payment.status = isCleared ? 'processing' : 'created'
  payment.history = firstSteps(createdAt, isCleared)
  payment.next_inquiry_at = isHeld ? null : isoTime(createdAt + INQUIRY_FIRST_MS)
}

/** The body as logs and traces show it. Its members come in the order of the schema: the same request is the same text. */
const shownBody = (body: CreatePaymentBody): string =>
  JSON.stringify({ ...body, card: { ...body.card, number: maskCardNumber(body.card.number), cvv: '***' } })

/** What a repeat of the key must agree with. */
export const fingerprintOf = (desk: PaymentDesk, call: CreatePaymentCall): Buffer => {
  const { body, tenantId } = call
  return fingerprint(call, desk.house.sealer.fingerprint(`card:${tenantId}`, body.card.number))
}

/**
 * The card goes in as its keyed hash and the card code not at all: a plain hash of a card number can be guessed, and so can
 * that of an identity number.
 */
const fingerprint = ({ request, body, house, tenantId }: CreatePaymentCall, card: Buffer): Buffer => {
  const keyed = mapPersonal(body, (kind, text) =>
    kind === 'identity' ? house.sealer.fingerprint(`identity:${tenantId}`, text).toString('hex') : text,
  ) as CreatePaymentBody
  return hash('sha256', `${request.method}\n${request.url}\n${shownBody(keyed)}\n${card.toString('hex')}`, 'buffer')
}

/** Payments of other kinds claim keys of their own: the same key elsewhere is another operation. */
export const keyOf = (kind: PaymentKind, idempotencyKey: string): string => `${KEY_PREFIX[kind]}:${idempotencyKey}`
const KEY_PREFIX = { plain: 'pay', '3d': '3d' } as const

const firstSteps = (at: number, isCleared: boolean): StoredStep[] => {
  const created: StoredStep = { id: newId(at), to: 'created', at }
  return isCleared ? [created, { id: newId(at), to: 'processing', at }] : [created]
}
