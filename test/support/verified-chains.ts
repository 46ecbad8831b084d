/** Every test database's audit chains are verified before it is dropped; the run fails at the first break and reports how much was verified. */
import { globSync, readFileSync } from 'node:fs'
import { tenantsWithChains } from '../../src/access/audit/audit-store.ts'
import { verifyChain } from '../../src/access/audit/verify-chain.ts'
import { WrongMasterKeyError } from '../../src/infra/crypto/kms.ts'
import { openTextKms } from '../../src/infra/crypto/local-kms.ts'
import { openSealer, type Sealer } from '../../src/infra/crypto/sealer.ts'
import { Database } from '../../src/infra/database/database.ts'
import { databaseUrl, onServer, type TestServer } from './run-server.ts'
import { noteText } from './seen.ts'

const clock = { ms: () => Date.now(), now: () => new Date() }

/** Throws with the first break. A database without the log, or sealed with a test's own keys, is skipped. */
export const verifyChains = async (
  server: Pick<TestServer, 'ownerUrl' | 'masterKeys'>,
  name: string,
): Promise<{ entries: number; chains: number }> => {
  const [made] = await onServer<{ is: boolean }>(
    server,
    `select to_regclass('public.audit_log') is not null as is`,
    name,
  )
  if (!made?.is) return { entries: 0, chains: 0 }
  const db = Database.open(databaseUrl(server, name), { connections: 2, onError: () => undefined })
  try {
    const sealer = await openSealer({ db, clock, kms: openTextKms(server.masterKeys, 'the test') })
    return await verifyAll(db, sealer, name)
  } catch (error) {
    if (error instanceof WrongMasterKeyError) return { entries: 0, chains: 0 }
    throw error
  } finally {
    await db.close()
  }
}

const verifyAll = async (db: Database, sealer: Sealer, name: string): Promise<{ entries: number; chains: number }> => {
  let entries = 0
  let chains = 0
  for (const { tenant_id, slug } of await db.transaction({ as: 'platform' }, tenantsWithChains)) {
    const report = await verifyChain((work) => db.transaction({ of: tenant_id }, work), sealer, tenant_id)
    if (report.fault)
      throw new Error(`audit log of ${slug ?? tenant_id} in ${name}: ${report.fault.why}, at ${report.fault.seq}`)
    entries += report.entries
    if (report.entries > 0) chains++
  }
  return { entries, chains }
}

/** Verifies and records counts for {@link chainsReport}. */
export const noteVerifiedChains = async (
  server: Pick<TestServer, 'ownerUrl' | 'masterKeys'>,
  name: string,
): Promise<void> => {
  const { entries, chains } = await verifyChains(server, name)
  if (chains > 0) noteText('chains', `${entries} ${chains}`)
}

export const chainsReport = (seen: string): string => {
  const lines = globSync(`${seen}/chains.*`).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  const sum = (place: number): number => lines.reduce((all, line) => all + Number(line.split(' ')[place] ?? 0), 0)
  return `audit log: ${sum(0)} entries in ${sum(1)} chains of ${lines.length} databases verified, none broken\n`
}
