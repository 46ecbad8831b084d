/** Lookups and validation: the table of contents, mounted on the card and the identity surface. */
import type { Endpoint } from '../access/endpoint.ts'
import { listBanks } from './banks/list-banks.ts'
import { createBank, deleteBank, updateBank } from './banks/write-bank.ts'
import type { Bins } from './bins.ts'
import { findBin } from './find-bin.ts'
import { listBankBins } from './list-bank-bins.ts'
import { listCities } from './list-cities.ts'
import { listDistricts } from './list-districts.ts'
import { listMccCodes } from './list-mcc-codes.ts'
import { validateCard } from './validate-card.ts'
import { validateIban } from './validate-iban.ts'
import { createBankBin, deleteBankBin, updateBankBin } from './write-bank-bin.ts'

export const referenceEndpoints = ({ bins }: { bins: Bins }): Endpoint[] => [
  listBanks(bins),
  listCities(bins),
  listDistricts(bins),
  listMccCodes(bins),
  findBin(bins),
  listBankBins(bins),
  validateIban(bins),
  validateCard(bins),
]

/** For the platform alone, on the identity surface. */
export const referenceWrites: Endpoint[] = [
  createBank,
  updateBank,
  deleteBank,
  createBankBin,
  updateBankBin,
  deleteBankBin,
]
