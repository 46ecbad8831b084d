/** Fills the look-up tables with the data that ships with the program; does nothing if the database already has it. */
import { createHash } from 'node:crypto'
import { newId } from '../../core/id.ts'
import type { Runtime } from '../../infra/runtime.ts'
import {
  lockSeed,
  putBankBins,
  putBanks,
  putCities,
  putDistricts,
  putMccCodes,
  storeDigest,
} from './reference-seed-store.ts'
import { seedBanks, seedBins, seedCities, seedDistricts, seedMccCodes } from './seed-data.ts'

const SEED = 'reference'

export const seedReference = async (runtime: Runtime): Promise<void> => {
  const withIds = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row) => ({ id: newId(runtime.clock.ms()), is_active: true, ...row }))
  const data = {
    banks: seedBanks(runtime.config.env),
    bins: seedBins(runtime.config.env),
    cities: seedCities(),
    districts: seedDistricts(),
    mccCodes: await seedMccCodes(),
  }
  const digest = createHash('sha256').update(JSON.stringify(data)).digest('hex')
  const isNew = await runtime.db.transaction({ as: 'platform' }, async (tx) => {
    if ((await lockSeed(tx, SEED)) === digest) return false
    await putBanks(tx, withIds(data.banks))
    await putBankBins(tx, withIds(data.bins))
    await putCities(tx, withIds(data.cities))
    await putDistricts(tx, withIds(data.districts))
    await putMccCodes(tx, withIds(data.mccCodes))
    await storeDigest(tx, SEED, digest)
    return true
  })
  if (isNew) runtime.notifications.publish('reference')
}
