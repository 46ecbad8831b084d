/** demo.json: the addresses and credentials of a sandbox's demo realms, for its owner's eyes only. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../infra/process/config.ts'
import type { MadeClient, MadeRealm } from './seed-realms.ts'

const demoFilePath = (config: Config): string => join(config.dataDir, 'demo.json')

export const writeDemoFile = (config: Config, made: readonly MadeRealm[]): string => {
  const path = demoFilePath(config)
  replace(path, demoOf(config, made))
  return path
}

/** A later start may listen elsewhere: the credentials stay, the addresses follow. */
export const refreshDemoAddresses = (config: Config): void => {
  const path = demoFilePath(config)
  if (!existsSync(path)) return
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const addresses = addressesOf(config)
  if (Object.entries(addresses).some(([name, url]) => kept[name] !== url)) replace(path, { ...kept, ...addresses })
}

/** Several processes of one data folder may write it at the same moment. */
const replace = (path: string, demo: object): void => {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true }) // a part of it, on a full disk
    throw error
  }
}

const addressesOf = ({ urls }: Config) => ({
  base_url: urls.cards,
  transfer_url: urls.transfers,
  fraud_url: urls.fraud,
  auth_url: urls.identity,
  console_url: urls.console,
  bank_url: urls.bank,
})

const demoOf = (config: Config, made: readonly MadeRealm[]) => {
  const platform = made.find(({ realm }) => realm.kind === 'master')
  return {
    ...addressesOf(config),
    tenants: made.filter(({ realm }) => realm.kind === 'tenant').map(tenantOf),
    platform: {
      slug: platform?.realm.slug ?? 'master',
      clients: clientsOf(platform?.clients ?? []),
      users: usersOf(platform?.users ?? []),
    },
  }
}

const tenantOf = ({ realm, clients, users }: MadeRealm) => ({
  slug: realm.slug,
  tenant_id: realm.tenant_id,
  plan: realm.plan?.code ?? null,
  merchants: realm.merchants.map((merchant) => ({
    merchant_id: merchant.id,
    external_merchant_id: merchant.external_id,
    status: merchant.is_active ? 'approved' : 'inactive',
  })),
  clients: clientsOf(clients),
  users: usersOf(users),
})

const usersOf = (users: MadeRealm['users']) =>
  users.map(({ email, password, roles }) => ({ email, password: password.use((text) => text), roles }))

const clientsOf = (clients: readonly MadeClient[]) =>
  Object.fromEntries(
    clients.map(({ key, clientId, secret, roles }) => [
      key,
      { client_id: clientId, client_secret: secret.use((text) => text), roles },
    ]),
  )
