/**
 * Drafts transfers before the write: resolves receivers, validates each item, collects facts for fraud rules, seals
 * cards and tax numbers. It is in one piece because every part works on the same drafts, in one order.
 */

import type { Call, Principal } from '../../access/endpoint.ts'
import { sealCard } from '../../acquiring/card-vault.ts'
import { isoTime } from '../../core/clock.ts'
import { toTurkishIban } from '../../core/iban.ts'
import { newId } from '../../core/id.ts'
import { money } from '../../core/money.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Secret } from '../../core/secret.ts'
import type { Check } from '../../fraud/checks/fraud-check.ts'
import { taxIdSealingContext } from '../model/tax-id-sealing.ts'
import type { Receiver } from '../model/transfer.ts'
import { deriveTransferReference } from '../model/transfer-reference.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { cardFingerprint } from '../receivers/card-fingerprint.ts'
import { findKnownRecipients, findStoredReceivers } from '../receivers/stored-receivers.ts'
import type { CreateTransfersBody, TransferItem } from '../schemas/creation-schemas.ts'
import { findSourceAccounts } from '../source-accounts/source-account-lookup.ts'
import type { NewTransfer } from './insert-transfers.ts'
import { type ItemFault, toItemsProblem } from './item-fault.ts'
import { findPaidReceiverKeys } from './known-receiver-store.ts'
import { type ReceiverScope, resolveReceiver, type StoredReceiverDirectory } from './resolve-receiver.ts'
import { findCardFacts, openStoredCard, openStoredTaxId } from './stored-card.ts'
import { findItemFault, toSourceFacts } from './validate-item.ts'

export type CreateCall = Call<unknown, unknown, CreateTransfersBody>
/** Members of a call that a draft needs. The run of a plan has no call and supplies these values itself. */
type DraftCall = Pick<CreateCall, 'tenantId' | 'merchantId' | 'correlationId' | 'read' | 'body'> & {
  readonly principal: Pick<Principal, 'subject' | 'clientId'>
  /** The default is bulk. */
  readonly channel?: 'bulk' | 'recurring'
}

interface Draft {
  readonly item: TransferItem
  readonly receiver: Receiver
  readonly cardNumber: string | undefined
}

/** Throws the refusal of the whole call, naming every faulty item. */
export const draftTransfers = async (
  services: Pick<TransferServices, 'runtime' | 'reference' | 'fraud' | 'merchantExternalIdOf'>,
  call: DraftCall,
): Promise<DraftedTransfer[]> => {
  const nowMs = services.runtime.clock.ms()
  const { drafts, faults } = await validateItems(services, call, nowMs)
  faults.push(...repeatedExternalIds(call.body.items))
  if (faults.length > 0) throw toItemsProblem(faults.sort((a, b) => a.index - b.index))
  const identified = await Promise.all(drafts.map((draft) => assignIdentity(services, call.tenantId, draft, nowMs)))
  const checks = await buildFraudChecks(services, call, identified, nowMs)
  return Promise.all(
    identified.map(async (draft, at) => ({
      transfer: await toNewTransfer(services, call, draft, nowMs),
      check: checks[at] as Check,
    })),
  )
}

/** A transfer whose fraud decision is part of its first write (decide-drafts.ts). */
export interface DraftedTransfer {
  readonly transfer: NewTransfer
  readonly check: Check
}

/** A draft with the number of the receiving card, whether new or stored. */
type IdentifiedDraft = Omit<Draft, 'cardNumber'> & { readonly id: string; readonly cardNumber: string | null }

const assignIdentity = async (
  services: Pick<TransferServices, 'runtime'>,
  tenantId: string,
  draft: Draft,
  nowMs: number,
): Promise<IdentifiedDraft> => ({
  ...draft,
  id: newId(nowMs),
  cardNumber: draft.cardNumber ?? (await openStoredCard(services, tenantId, draft.receiver)),
})

type IndexedFault = ItemFault & { index: number }

/** Checks the rules of each item except fraud; returns what is wrong with it, or where the money goes. */
export const validateItems = async (
  services: Pick<TransferServices, 'runtime' | 'reference'>,
  call: Pick<DraftCall, 'tenantId' | 'merchantId' | 'read' | 'body'>,
  nowMs: number,
): Promise<{ drafts: Draft[]; faults: IndexedFault[] }> => {
  const referenced = await readReferenced(call)
  const scope = await buildReceiverScope(services, call)
  const faults: IndexedFault[] = []
  const drafts: Draft[] = []
  for (const [index, item] of call.body.items.entries()) {
    const source = referenced.sources.get(item.source_account_id)
    const resolved = resolveReceiver(item.recipient, referenced.directory, {
      ...scope,
      sourceBankCode: source?.bank_code ?? null,
    })
    const fault =
      'fault' in resolved
        ? resolved.fault
        : findItemFault(item, source && toSourceFacts(source), resolved.receiver, nowMs)
    if (fault !== null) faults.push({ index, ...fault })
    else if ('receiver' in resolved) drafts.push({ item, receiver: resolved.receiver, cardNumber: resolved.cardNumber })
  }
  return { drafts, faults }
}

const readReferenced = async (call: Pick<DraftCall, 'tenantId' | 'merchantId' | 'read' | 'body'>) => {
  const { tenantId, body } = call
  const merchantId = call.merchantId as string
  const inputs = body.items.map(({ recipient }) => recipient)
  const recipientIds = uniqueOf(inputs.map((input) => input.recipient_id))
  const named = {
    recipientIds,
    receiverAccountIds: uniqueOf(inputs.map((input) => input.receiver_account_id)),
    cardTokens: uniqueOf(inputs.map((input) => input.card_details?.card_token)),
  }
  const isNamed = Object.values(named).some((ids) => ids.length > 0)
  return call.read(async (tx) => {
    const sources = await findSourceAccounts(tx, tenantId, uniqueOf(body.items.map((item) => item.source_account_id)))
    const stored = isNamed ? await findStoredReceivers(tx, tenantId, merchantId, named) : []
    const directory: StoredReceiverDirectory = {
      recipients:
        recipientIds.length > 0 ? await findKnownRecipients(tx, tenantId, merchantId, recipientIds) : new Map(),
      byAccount: new Map(stored.map((each) => [each.receiver_account_id, each])),
      byDefaultOf: new Map(stored.filter((each) => each.is_default).map((each) => [each.recipient_id, each])),
      byCardToken: new Map(stored.flatMap((each) => (each.card_token === null ? [] : [[each.card_token, each]]))),
    }
    return { sources: new Map(sources.map((source) => [source.id, source])), directory }
  })
}

const uniqueOf = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

const buildReceiverScope = async (
  services: Pick<TransferServices, 'runtime' | 'reference'>,
  call: Pick<DraftCall, 'tenantId' | 'merchantId'>,
): Promise<Omit<ReceiverScope, 'sourceBankCode'>> => {
  const { bankOf } = await services.reference.data()
  const { tenantId } = call
  return {
    tenantId,
    merchantId: call.merchantId as string,
    isBank: (code) => bankOf(code) !== undefined,
    cardKey: (number) => cardFingerprint(services.runtime.sealer, tenantId, number),
  }
}

export const repeatedExternalIds = (items: readonly TransferItem[]): IndexedFault[] => {
  const first = new Map<string, number>()
  return items.flatMap(({ external_id }, index) => {
    if (external_id === undefined) return []
    const earlier = first.get(external_id)
    if (earlier === undefined) {
      first.set(external_id, index)
      return []
    }
    const message = phrase`${external_id} stands in items[${earlier}] already`
    return [{ index, field: 'external_id', code: 'duplicate_external_id' as const, message }]
  })
}

/** Collects the facts of each transfer for the fraud rules; fails closed if they cannot be checked. */
const buildFraudChecks = async (
  services: Pick<TransferServices, 'reference' | 'fraud' | 'merchantExternalIdOf'>,
  call: DraftCall,
  drafts: readonly IdentifiedDraft[],
  nowMs: number,
): Promise<readonly Check[]> => {
  const merchantId = call.merchantId as string
  const [known, merchantExternalId, cards] = await Promise.all([
    call.read((tx) =>
      findPaidReceiverKeys(tx, call.tenantId, uniqueOf(drafts.map((draft) => draft.receiver.receiver_key))),
    ),
    services.merchantExternalIdOf(call.tenantId, merchantId),
    Promise.all(drafts.map(({ cardNumber }) => findCardFacts(services, cardNumber))),
  ])
  return services.fraud.checkTransfers(
    call.tenantId,
    drafts.map(({ id, item, receiver, cardNumber }, at) => ({
      id,
      tenantId: call.tenantId,
      merchantId,
      merchantExternalId,
      type: item.transfer_type,
      channel: call.channel ?? 'bulk',
      amount: money(item.amount.value, item.amount.currency_code),
      sourceAccountId: item.source_account_id,
      recipient: {
        iban: receiver.iban ?? ibanOfNumber(receiver),
        cardNumber: cardNumber === null ? null : new Secret(cardNumber),
        card: cards[at] ?? null,
        bankCode: receiver.bank_code,
        country: receiver.iban?.slice(0, 2) ?? null,
        isKnown: known.has(receiver.receiver_key),
      },
      atMs: nowMs,
    })),
  )
}

/** Returns the IBAN of an account named by its number, because lists and counters know the account by it. */
const ibanOfNumber = ({ bank_code, account_number }: Receiver): string | null =>
  bank_code === null || account_number === null ? null : toTurkishIban(bank_code, account_number)

const toNewTransfer = async (
  services: Pick<TransferServices, 'runtime'>,
  call: DraftCall,
  { id, item, receiver, cardNumber: number }: IdentifiedDraft,
  nowMs: number,
): Promise<NewTransfer> => {
  const { tenantId, principal } = call
  const { sealer } = services.runtime
  const { tax_id } = item.recipient
  const taxId = tax_id ?? (await openStoredTaxId(services, tenantId, receiver))
  const now = isoTime(nowMs)
  return {
    ...receiver,
    tenant_id: tenantId,
    id,
    merchant_id: call.merchantId as string,
    external_id: item.external_id ?? null,
    description: item.description ?? null,
    request_type: item.transfer_type,
    amount: item.amount.value,
    currency: item.amount.currency_code,
    requested_account_id: item.source_account_id,
    card_sealed: number === null ? null : await sealCard(sealer, tenantId, { table: 'transfers', id }, { number }),
    tax_id_sealed: taxId === null ? null : await sealer.seal(tenantId, taxIdSealingContext('transfers', id), taxId),
    scheduled_date: item.scheduled_date ?? now,
    verdict: UNDECIDED,
    is_held: true,
    created_by: principal.subject,
    recurring_transfer_id: null,
    terms_by: null,
    history: [{ to: 'pending', at: nowMs, actor: principal.subject }],
    extra: null,
    correlation_id: call.correlationId,
    client_id: principal.clientId,
    key_reference: toKeyReference(services, call, item),
    created: now,
  }
}

const toKeyReference = (
  { runtime }: Pick<TransferServices, 'runtime'>,
  { tenantId, merchantId }: DraftCall,
  { external_id: key }: TransferItem,
): string | null =>
  key === undefined || !runtime.releaseSteps.hasBegun('key_references')
    ? null
    : deriveTransferReference(runtime.sealer, { tenantId, merchantId: merchantId as string, kind: 'external_id', key })

/** Never stored: the write that creates a transfer replaces it first. */
const UNDECIDED = ''
