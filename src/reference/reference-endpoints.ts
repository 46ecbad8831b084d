/** The list of lookup and validation endpoints, mounted on the card and the identity surface. */
import type { Endpoint } from '../access/endpoint.ts'
import { listBanks } from './banks/list-banks.ts'
import { createBank, deleteBank, updateBank } from './banks/write-bank.ts'
import { findBin } from './bins/find-bin.ts'
import { listBankBins } from './bins/list-bank-bins.ts'
import { createBankBin, deleteBankBin, updateBankBin } from './bins/write-bank-bin.ts'
import { listCities } from './lookups/list-cities.ts'
import { listDistricts } from './lookups/list-districts.ts'
import { listMccCodes } from './lookups/list-mcc-codes.ts'
import type { ReferenceLookup } from './reference-data.ts'
import { validateCard } from './validation/validate-card.ts'
import { validateIban } from './validation/validate-iban.ts'

export const referenceEndpoints = ({ bins }: { bins: ReferenceLookup }): Endpoint[] => [
  listBanks(bins),
  listCities(bins),
  listDistricts(bins),
  listMccCodes(bins),
  findBin(bins),
  listBankBins(bins),
  validateIban(bins),
  validateCard(bins),
]

/** Operations only for the platform, on the identity surface. */
export const referenceWrites: Endpoint[] = [
  createBank,
  updateBank,
  deleteBank,
  createBankBin,
  updateBankBin,
  deleteBankBin,
]
