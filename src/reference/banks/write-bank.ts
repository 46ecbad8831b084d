/** POST, PUT and DELETE of banks: the platform's own look-up data, effective in every process at once. */
import { type Static, Type } from 'typebox'
import { created, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { described, Text, Uuid } from '../../core/schema.ts'
import { BankSchema } from '../reference-schemas.ts'
import type { Bank } from '../reference-store.ts'
import { writeReference } from '../write-reference-data.ts'
import { deleteBankRow, findBank, hasBinRanges, insertBank, updateBankRow } from './bank-store.ts'

const WriteBank = Type.Object(
  {
    code: Type.String({
      pattern: '^[0-9]{5}$',
      description:
        'Five-digit code of the bank: characters 5 to 9 of its IBANs, the EFT code with a zero before it. It cannot be changed.',
    }),
    name: Text(100, { minLength: 1, description: 'Name of the bank, for people.' }),
    swift_code: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$',
        description: 'SWIFT code (BIC) of the bank, as in ISO 9362.',
      }),
    ),
    bkm_member_id: Type.Optional(
      Text(20, { description: 'Member number of the bank at BKM, the Turkish interbank card centre.' }),
    ),
    logo_url: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https://',
        maxLength: 500,
        description: "HTTPS address of the bank's logo.",
      }),
    ),
    is_active: Type.Optional(
      Type.Boolean({
        description: 'Whether the bank is in use, true by default; when absent on a change it stays as it is.',
      }),
    ),
  },
  { $id: 'WriteBank' },
)

const BankParams = Type.Object({ id: described(Uuid, 'Id of the bank.') })

export const createBank = endpoint({
  method: 'POST',
  path: '/api/v1/lookups/banks',
  tag: 'Lookups',
  summary: 'Create a bank',
  description: 'IBANs that name its code are taken from then on. A code that was deleted may be given again.',
  allow: 'platform',
  body: WriteBank,
  answers: { 201: BankSchema },
  errors: ['conflict'],
  handle: ({ body, runtime, inTx }) =>
    writeReference({ runtime, inTx }, async (tx) => {
      const after = await insertBank(tx, bankOf(body, { id: newId(runtime.clock.ms()), is_active: true }))
      if (!after)
        throw new Problem('conflict', {
          detail: phrase`Another bank has the code ${body.code}; change that one.`,
          errors: [{ field: 'code', code: 'conflict', message: phrase`is taken` }],
        })
      return { ...created(after), change: { kind: 'bank', id: after.id, before: null, after } }
    }),
})

export const updateBank = endpoint({
  method: 'PUT',
  path: '/api/v1/lookups/banks/:id',
  tag: 'Lookups',
  summary: 'Change a bank',
  description:
    'An inactive bank keeps its name in what refers to it. Releases of the program leave it as written here.',
  allow: 'platform',
  params: BankParams,
  body: WriteBank,
  answers: { 200: BankSchema },
  handle: ({ params, body, runtime, inTx }) =>
    writeReference({ runtime, inTx }, async (tx) => {
      const before = found(await findBank(tx, params.id))
      if (body.code !== before.code) throw fieldProblem('code', 'mismatch', phrase`stays ${before.code}: IBANs name it`)
      const after = bankOf(body, before)
      await updateBankRow(tx, after)
      return { ...ok(after), change: { kind: 'bank', id: after.id, before, after } }
    }),
})

export const deleteBank = endpoint({
  method: 'DELETE',
  path: '/api/v1/lookups/banks/:id',
  tag: 'Lookups',
  summary: 'Delete a bank',
  description: 'A bank that came with the program does not come back. One with BIN ranges is switched off instead.',
  allow: 'platform',
  params: BankParams,
  answers: { 204: null },
  errors: ['conflict'],
  handle: ({ params, runtime, inTx }) =>
    writeReference({ runtime, inTx }, async (tx) => {
      const before = found(await findBank(tx, params.id))
      if (await hasBinRanges(tx, before.code))
        throw new Problem('conflict', {
          detail: phrase`BIN ranges name this bank; delete them first, or send is_active false.`,
        })
      await deleteBankRow(tx, before.id)
      return { ...noContent(), change: { kind: 'bank', id: before.id, before, after: null } }
    }),
})

const bankOf = (body: Static<typeof WriteBank>, kept: Pick<Bank, 'id' | 'is_active'>): Bank => ({
  id: kept.id,
  code: body.code,
  name: body.name,
  swift_code: body.swift_code ?? null,
  bkm_member_id: body.bkm_member_id ?? null,
  logo_url: body.logo_url ?? null,
  is_active: body.is_active ?? kept.is_active,
})

const found = (bank: Bank | undefined): Bank => {
  if (bank) return bank
  throw new Problem('resource_not_found', {
    detail: phrase`There is no bank with this id; GET /api/v1/lookups/banks lists them.`,
  })
}
