/** POST, PUT and DELETE of BIN ranges: the platform's own look-up data, effective in every process at once. */
import { Type } from 'typebox'
import { created, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { BankBinSchema } from '../reference-schemas.ts'
import type { BankBin } from '../reference-store.ts'
import { writeReference } from '../write-reference-data.ts'
import { WriteBankBin, type WriteBankBinBody } from './bank-bin-body.ts'
import { type BankBinRow, bankBinById, deleteBankBinRow, isBankThere, putBankBin } from './bank-bin-store.ts'

const BinParams = Type.Object({ id: described(Uuid, 'Id of the BIN range.') })

export const createBankBin = endpoint({
  method: 'POST',
  path: '/api/v1/lookups/bank-bins',
  tag: 'Lookups',
  summary: 'Create a BIN range',
  description: 'Ranges of one length must not overlap, inactive ones included; a longer one inside a shorter one wins.',
  allow: 'platform',
  body: WriteBankBin,
  answers: { 201: BankBinSchema },
  errors: ['conflict', 'bank_not_found'],
  handle: (call) =>
    writeReference(call, async (tx) => {
      const after = await put(tx, toRow(call.body, { id: newId(call.runtime.clock.ms()), is_active: true }))
      return { ...created(after), change: { kind: 'bank_bin', id: after.id, before: null, after } }
    }),
})

export const updateBankBin = endpoint({
  method: 'PUT',
  path: '/api/v1/lookups/bank-bins/:id',
  tag: 'Lookups',
  summary: 'Change a BIN range',
  description: 'Payments follow from the next one on; ranges of one length must not overlap.',
  allow: 'platform',
  params: BinParams,
  body: WriteBankBin,
  answers: { 200: BankBinSchema },
  errors: ['conflict', 'bank_not_found'],
  handle: (call) =>
    writeReference(call, async (tx) => {
      const before = found(await bankBinById(tx, call.params.id))
      const after = await put(tx, toRow(call.body, before))
      return { ...ok(after), change: { kind: 'bank_bin', id: after.id, before, after } }
    }),
})

export const deleteBankBin = endpoint({
  method: 'DELETE',
  path: '/api/v1/lookups/bank-bins/:id',
  tag: 'Lookups',
  summary: 'Delete a BIN range',
  description: 'A range that came with the program does not come back.',
  allow: 'platform',
  params: BinParams,
  answers: { 204: null },
  handle: (call) =>
    writeReference(call, async (tx) => {
      const before = found(await bankBinById(tx, call.params.id))
      await deleteBankBinRow(tx, before.id)
      return { ...noContent(), change: { kind: 'bank_bin', id: before.id, before, after: null } }
    }),
})

const put = async (tx: Tx, row: BankBinRow): Promise<BankBin> => {
  if (row.bin_end.length !== row.bin_start.length || row.bin_end < row.bin_start)
    throw fieldProblem('bin_end', 'mismatch', phrase`must have as many digits as bin_start and not lie below it`)
  if (!(await isBankThere(tx, row.bank_code)))
    throw new Problem('bank_not_found', {
      detail: phrase`bank_code names no bank; GET /api/v1/lookups/banks lists them.`,
    })
  if ((await putBankBin(tx, row)) === 'overlap')
    throw new Problem('conflict', {
      detail: phrase`Another range of this length overlaps it; GET /api/v1/lookups/bank-bins?bin= finds that one.`,
      errors: [{ field: 'bin_start', code: 'conflict', message: phrase`overlaps another range` }],
    })
  return found(await bankBinById(tx, row.id))
}

const toRow = (body: WriteBankBinBody, kept: { id: string; is_active: boolean }): BankBinRow => ({
  id: kept.id,
  bank_code: body.bank_code,
  bin_start: body.bin_start,
  bin_end: body.bin_end,
  schema_type: body.schema_type,
  card_type: body.card_type,
  card_program: body.card_program ?? null,
  country: (body.country ?? 'TR').toUpperCase(),
  is_commercial: body.is_commercial ?? false,
  card_length: body.card_length ?? 16,
  is_active: body.is_active ?? kept.is_active,
})

const found = (range: BankBin | undefined): BankBin => {
  if (range) return range
  throw new Problem('resource_not_found', {
    detail: phrase`There is no BIN range with this id; GET /api/v1/lookups/bank-bins lists them.`,
  })
}
