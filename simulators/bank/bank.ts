/** Opens the bank with its ledger, its faults and its port. */
import { join } from 'node:path'
import { addDemoAccounts } from './accounts/demo-accounts.ts'
import { createFaults } from './faults/faults.ts'
import { openLedger } from './ledger/ledger.ts'
import { openServer } from './server.ts'
import { createExchanges } from './wire/exchanges.ts'

export interface BankOptions {
  readonly host: string
  readonly port: number
  /** Contains the ledger. */
  readonly folder: string
  readonly seed: string
  readonly lenient?: boolean
}

export interface OpenBank {
  readonly url: string
  close(): Promise<void>
}

export const openBank = async ({ host, port, folder, seed, lenient = false }: BankOptions): Promise<OpenBank> => {
  const ledger = await openLedger(folder)
  addDemoAccounts(ledger)
  const url = `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const filesFolder = join(folder, 'day-files')
  const bank = { ledger, faults: createFaults(ledger), exchanges: createExchanges(), seed, url, filesFolder, lenient }
  const server = await openServer(bank, host, port).catch(async (error: unknown) => {
    await ledger.close()
    throw error
  })
  return {
    url,
    async close() {
      await server.close()
      await ledger.close()
    },
  }
}
