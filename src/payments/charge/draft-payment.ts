/**
 * Everything that precedes the first write: card and amount rules, policy, route, facts for the fraud rules, the sealed card.
 * It is in one piece because each part works on what the parts before it have found.
 */

import { sealCard } from '../../acquiring/card-vault.ts'
import { toConfigurationId } from '../../acquiring/configurations/named-configuration.ts'
import type { CardData, Configuration } from '../../connectors/attempt.ts'
import { maskCardNumber } from '../../core/card-number.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime, istanbulTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import type { BinLookup } from '../../reference/reference-data.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { openTokenCard, useToken } from '../card-tokens/use-card-token.ts'
import type { PaymentDraft, ReturnAddresses } from '../persistence/payment-draft.ts'
import { toBuyerKeys } from '../personal-data/buyer-keys.ts'
import { askForOffer, checkConversion } from './ask-for-offer.ts'
import type { CardBody, ChargeBody, ChargeCall, ChargeCard } from './charge-call.ts'
import { checkBankTerms } from './check-bank-terms.ts'
import { checkAmount, checkCard, checkInstallments, checkStrayCardNumber } from './check-payment.ts'
import { chooseRoutes } from './choose-route.ts'
import { fingerprintCompared, type RequestTexts, toRequestTexts } from './payment-fingerprint.ts'
import { toKey, toKeyReference } from './payment-key.ts'
import { type PaymentKind, paymentKind } from './payment-kind.ts'
import { findRecurringCapable } from './recurring-support.ts'
import { filterAvailable, reserveRoute } from './reserve-route.ts'
import { toScreeningFacts } from './screening-facts.ts'
import { canChallenge, sortByPreferredFlow, toSecureType } from './three-d-secure-support.ts'

/** Throws the 4xx of the first broken rule; nothing is stored then. */
export const draftPayment = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'directory' | 'terms' | 'fraud' | 'leases'>,
  given: ChargeCall,
  /** Null for a payment without 3D Secure. */
  addresses: ReturnAddresses | null,
): Promise<PaymentDraft> => {
  const card = given.body.card ?? (await openTokenCard(services.runtime, given))
  const call = { ...given, body: { ...given.body, card } }
  const draft = await draftCharge(services, call, addresses)
  const { idempotency_key, id } = draft.payment
  if (call.body.card_token === undefined) return draft
  await useToken(services.runtime, call, idempotency_key ?? id)
  return { ...draft, isCardHidden: true }
}

const draftCharge = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'directory' | 'terms' | 'fraud' | 'leases'>,
  call: ChargeCall<CardBody>,
  addresses: ReturnAddresses | null,
): Promise<PaymentDraft> => {
  const kind = paymentKind(addresses)
  const { body, tenantId } = call
  const merchantId = call.merchantId as string // needsMerchant
  const now = services.runtime.clock.now()
  checkAmount(body.amount)
  checkCard(body.card, istanbulTime(now.getTime()))
  const texts = toRequestTexts(call)
  // The number behind a token is known only to the shopper: a refusal that compares it would let a shop try numbers
  // until one fits.
  if (body.card_token === undefined) checkStrayCardNumber(body.card.number, texts.compared)
  const [policy, bin, allConfigurations, routing] = await Promise.all([
    services.terms.policyOf(tenantId),
    services.directory.binOf(body.card.number),
    services.banks.connectors.configurationsOf(tenantId),
    services.banks.connectors.routingOf(tenantId),
  ])
  const configurations = call.checkout?.isTest
    ? allConfigurations.filter(({ mode }) => mode === 'test')
    : allConfigurations
  if (kind === 'plain' && !policy.allow_non_3d && !call.recurring?.isUnattended)
    throw new Problem('non_3d_not_allowed', {
      detail: phrase`The payment policy of this tenant asks for 3D Secure: start with POST /api/v1/payments/3d/init.`,
    })
  checkInstallments(body, bin)
  checkConversion(call)
  const facts = toRouteFacts(services, call, bin, configurations)
  const usable = call.recurring === undefined ? configurations : findRecurringCapable(configurations, facts.wanted)
  const able =
    kind === 'plain'
      ? usable
      : sortByPreferredFlow(
          services,
          call.checkout?.flow ?? policy.preferred_three_d_flow,
          findChallengeCapable(services, usable, facts.wanted),
        )
  const routes = chooseRoutes(facts, routing, able)
  const merchant = { id: merchantId, externalId: await services.directory.merchantExternalIdOf(tenantId, merchantId) }
  const limits = await services.terms.quota.quotaOf(call)
  const quota = limits && { quota: limits, atMs: now.getTime(), wanted: 1 }
  if (quota) services.terms.quota.refuseUsedUp(quota)
  const [likely] = routes[0].candidates
  await checkBankTerms(services, tenantId, body, likely)
  const candidates = filterAvailable(services, await reserveRoute(services, tenantId, routes))
  if (candidates[0] !== likely) await checkBankTerms(services, tenantId, body, candidates[0])
  const id = (call.recurring ?? call.checkout)?.paymentId ?? newId(now.getTime())
  const number = new Secret(body.card.number)
  const fingerprint = services.runtime.sealer.fingerprint(`card:${tenantId}`, body.card.number)
  const is3dSecure = kind === '3d'
  const check = await services.fraud.checkPayment(
    toScreeningFacts(call, bin, merchant, { id, card: { number, fingerprint }, now, is3dSecure }),
  )
  const target = candidates[0]
  const card = toCardData(body.card, number)
  const keyReference = toKeyReference(services.runtime, call, { kind, merchantId, now })
  const offer = await askForOffer(services, call, { id, keyReference, target, card })
  const payment = await buildRow(services, call, {
    id,
    keyReference,
    kind,
    merchantId,
    bin,
    fingerprint,
    target,
    now,
    texts,
  })
  return {
    payment,
    addresses,
    waitsForDate: call.recurring?.waitsForDate ?? false,
    ...(call.recurring?.knownSince === undefined ? {} : { knownSince: call.recurring.knownSince }),
    ...(offer === undefined ? {} : { offer }),
    check,
    quota,
    card,
    candidates,
  }
}

const toCardData = (card: ChargeCard, number: Secret): CardData => ({
  number,
  ...(card.cvv === undefined ? {} : { cvv: new Secret(card.cvv) }),
  expireMonth: Number(card.expire_month),
  expireYear: Number(card.expire_year),
  holderName: card.holder_name,
})

const toRouteFacts = (
  services: Pick<PaymentServices, 'runtime'>,
  { body, recurring }: Pick<ChargeCall<CardBody>, 'body' | 'recurring'>,
  bin: BinLookup,
  configurations: readonly Configuration[],
) => ({
  cardNumber: body.card.number,
  card_type: bin.card_type,
  card_brand: bin.card_program,
  issuerBankCode: bin.bank_code,
  amount: body.amount.amount,
  currency: body.amount.currency.toUpperCase(),
  installment: body.installment,
  operation: body.operation_type ?? ('sale' as const),
  wanted: recurring?.configurationId ?? toConfigurationId(wantedInSandbox(services, body), configurations),
})

const wantedInSandbox = ({ runtime }: Pick<PaymentServices, 'runtime'>, body: ChargeBody): string | undefined =>
  runtime.config.env === 'sandbox' ? body.extra_properties?.connector_configuration_id : undefined

/** Returns configurations whose bank can challenge a shopper; refuses an explicitly named one that cannot. */
const findChallengeCapable = (
  services: Pick<PaymentServices, 'banks'>,
  configurations: readonly Configuration[],
  wanted: string | undefined,
): Configuration[] => {
  const able = configurations.filter((each) => canChallenge(services, each))
  const isWantedUnable = configurations.some(({ id }) => id === wanted) && !able.some(({ id }) => id === wanted)
  if (isWantedUnable || !able.some(({ isActive }) => isActive))
    throw new Problem('three_ds_not_supported', {
      detail: phrase`No connector configuration that could take this payment offers 3D Secure.`,
    })
  return able
}

interface DraftFacts {
  id: string
  keyReference: string | null
  kind: PaymentKind
  merchantId: string
  bin: BinLookup
  fingerprint: Buffer
  target: Configuration
  now: Date
  texts: RequestTexts
}

const buildRow = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'leases'>,
  call: ChargeCall<CardBody>,
  facts: DraftFacts,
): Promise<PaymentDraft['payment']> => {
  const { body, tenantId } = call
  const { sealer } = services.runtime
  const { number } = body.card
  const sealed = await sealCard(sealer, tenantId, { table: 'payments', id: facts.id }, body.card)
  const { shown } = facts.texts
  const is3d = facts.kind === '3d'
  return {
    tenant_id: tenantId,
    id: facts.id,
    merchant_id: facts.merchantId,
    operation_type: call.recurring === undefined ? (body.operation_type ?? 'sale') : 'recurring',
    secure_type: is3d ? toSecureType(services, facts.target) : 'non_3d',
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
    extra: shown.extra_properties ?? null,
    idempotency_key: toKey(call, facts.kind),
    key_reference: facts.keyReference,
    fingerprint: call.idempotencyKey === null ? null : fingerprintCompared(call, facts.texts),
    correlation_id: call.correlationId,
    client_id: call.principal.clientId,
    actor: call.principal.subject === call.principal.clientId ? null : call.principal.subject,
    caller_address: call.request.clientAddress,
    ip_address: body.buyer?.ip_address ?? null,
    // The payment's own number is known here; the log's last filter masks other numbers in other fields.
    request_body: maskCardNumbers(JSON.stringify(shown)),
    ...toBuyerKeys(sealer, tenantId, body.buyer),
    lease_owner: services.leases.processNo,
    created: isoTime(facts.now),
  }
}
