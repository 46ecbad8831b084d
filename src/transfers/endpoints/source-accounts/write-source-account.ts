/** POST, PUT and DELETE of connector accounts. */

import { Type } from 'typebox'
import { endpoint } from '../../../access/endpoint.ts'
import { checkRepeatedId } from '../../../access/input/repeated-id.ts'
import { newId } from '../../../core/id.ts'
import { phrase } from '../../../core/phrases/phrase.ts'
import { Problem } from '../../../core/problem.ts'
import { described, Uuid } from '../../../core/schema.ts'
import {
  auditedSourceAccountChange,
  loadDisplayContext,
  requireSourceAccount,
  type SourceAccountServices,
  validateSourceAccount,
  writeSourceAccounts,
} from '../../bank/source-account-requests.ts'
import { type AccountUses, countUsesOfAccount } from '../../queries/account-uses.ts'
import { createdEnveloped, IdEnvelope, okEnveloped } from '../../schemas/response-envelope.ts'
import { type WriteAccountBody, WriteConnectorAccount } from '../../schemas/source-account-schemas.ts'
import { settableAccount, toSourceAccountResponse } from '../../source-accounts/displayed-source-accounts.ts'
import {
  findSourceAccount,
  lockSourceAccount,
  type SourceAccountRow,
  writeSourceAccountRow,
} from '../../source-accounts/source-account-store.ts'

const AccountParams = Type.Object({ id: described(Uuid, 'Id of the source account, as its creation returned it.') })

export const createSourceAccount = (services: SourceAccountServices) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/connectoraccounts',
    tag: 'ConnectorAccounts',
    summary: 'Bind a connector account',
    description:
      'An account at a bank, from which transfers leave. Its books are opened with what the bank shows within seconds; until then ' +
      'nothing is covered and a transfer that is sent fails with `insufficient_balance`.',
    allow: 'admin',
    body: WriteConnectorAccount,
    answers: { 201: IdEnvelope },
    errors: ['connector_not_found', 'bank_not_found', 'invalid_iban', 'conflict'],
    async handle(call) {
      const { body, tenantId } = call
      const checked = await validateSourceAccount(services, tenantId, body)
      const words = await loadDisplayContext(services, tenantId)
      return writeSourceAccounts(call, async (tx, now) => {
        const row: SourceAccountRow = {
          tenant_id: tenantId,
          id: newId(now.getTime()),
          ...checked,
          ...writtenMembers(body),
          currency: body.currency ?? 'TRY',
          is_active: body.is_active ?? true,
          is_deleted: false,
          changed_by: call.principal.subject,
          created: now,
          last_modified: now,
        }
        await writeSourceAccountRow(tx, row)
        return { ...createdEnveloped(row.id), change: auditedSourceAccountChange(words, null, row) }
      })
    },
  })

export const updateSourceAccount = (services: SourceAccountServices) =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/connectoraccounts/:id',
    tag: 'ConnectorAccounts',
    summary: 'Change a connector account',
    description:
      'Once its books are open it stays the same account at the bank: IBAN, account number, bank and currency are fixed. ' +
      'The configuration may change while the bank has no transfer of it under way.',
    allow: 'admin',
    isTagged: true,
    params: AccountParams,
    body: WriteConnectorAccount,
    answers: { 200: IdEnvelope },
    errors: ['connector_not_found', 'bank_not_found', 'invalid_iban', 'conflict'],
    async handle(call) {
      const { body, params, tenantId } = call
      // A missing resource is a 404 whatever the body contains.
      requireSourceAccount(await call.read((tx) => findSourceAccount(tx, tenantId, params.id)))
      checkRepeatedId(body, params)
      const checked = await validateSourceAccount(services, tenantId, body)
      const words = await loadDisplayContext(services, tenantId)
      return writeSourceAccounts(call, async (tx, now) => {
        const before = requireSourceAccount(await lockSourceAccount(tx, tenantId, params.id))
        const uses = await countUsesOfAccount(tx, tenantId, before.id)
        const after: SourceAccountRow = {
          ...before,
          ...checked,
          ...(uses.hasBooks ? identifiersOf(checked, before) : {}),
          ...writtenMembers(body),
          currency: body.currency ?? before.currency,
          is_active: body.is_active ?? before.is_active,
          changed_by: call.principal.subject,
          last_modified: now,
        }
        checkSameAccount(before, after, uses)
        await writeSourceAccountRow(tx, after)
        const tagged = settableAccount(toSourceAccountResponse(before, words))
        return { ...okEnveloped(after.id), tagged, change: auditedSourceAccountChange(words, before, after) }
      })
    },
  })

export const deleteSourceAccount = (services: SourceAccountServices) =>
  endpoint({
    method: 'DELETE',
    path: '/api/v1/connectoraccounts/:id',
    tag: 'ConnectorAccounts',
    summary: 'Unbind a connector account',
    description:
      'One no open transfer and no plan that is active or paused uses. Its transfers and books stay; the account at the bank does too.',
    allow: 'admin',
    isTagged: true,
    params: AccountParams,
    answers: { 200: IdEnvelope },
    errors: ['conflict'],
    async handle(call) {
      const { params, tenantId } = call
      const words = await loadDisplayContext(services, tenantId)
      return writeSourceAccounts(call, async (tx, now) => {
        const before = requireSourceAccount(await lockSourceAccount(tx, tenantId, params.id))
        const { open, plans } = await countUsesOfAccount(tx, tenantId, before.id)
        if (open + plans > 0)
          throw new Problem('conflict', {
            detail: phrase`${open} open transfers and ${plans} plans leave from this account; is_active false keeps new ones from it.`,
          })
        await writeSourceAccountRow(tx, { ...before, is_active: false, is_deleted: true, last_modified: now })
        const tagged = settableAccount(toSourceAccountResponse(before, words))
        return { ...okEnveloped(before.id), tagged, change: auditedSourceAccountChange(words, before, null) }
      })
    },
  })

const writtenMembers = (body: WriteAccountBody) => ({
  holder_name: body.holder_name,
  description: body.description || null,
  extra: body.extra_properties_dict ?? null,
})

/** An omitted account name keeps the stored one, which may come from the bank. */
const identifiersOf = (
  checked: Pick<SourceAccountRow, 'iban' | 'account_number'>,
  before: SourceAccountRow,
): Pick<SourceAccountRow, 'iban' | 'account_number'> => ({
  iban: checked.iban ?? before.iban,
  account_number: checked.account_number ?? before.account_number,
})

/** Identifiers that may be added, but not replaced. */
const IDENTITY = ['iban', 'account_number', 'bank_code', 'currency'] as const

const checkSameAccount = (
  before: SourceAccountRow,
  after: SourceAccountRow,
  { hasBooks, underway }: AccountUses,
): void => {
  const changed = IDENTITY.find((column) => before[column] !== null && before[column] !== after[column])
  if (hasBooks && changed !== undefined)
    throw new Problem('conflict', {
      detail: phrase`The books of this account are open, so its ${NAMES[changed] ?? changed} stays; bind the other account as one of its own.`,
    })
  if (underway > 0 && before.configuration_id !== after.configuration_id)
    throw new Problem('conflict', {
      detail: phrase`The bank has ${underway} transfers of this account under way, which only the present configuration can ask about.`,
    })
}
const NAMES: Readonly<Partial<Record<(typeof IDENTITY)[number], string>>> = { bank_code: 'bank' }
