/** Shops on the first of two shards, and moves of their tenants that are killed once they have hidden them there. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { giveUpMove, moveTenant } from '../../src/infra/database/shards/move/move-tenant.ts'
import { createLog } from '../../src/infra/process/log.ts'
import type { Runtime } from '../../src/infra/runtime.ts'
import type { Answer } from './http.ts'
import { paymentBody } from './payments.ts'
import { openMoveCommands } from './tenant-moves.ts'
import { type MadeTenant, makeTenant, tokenOf } from './tenants.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

export interface MovedShop {
  readonly tenant: MadeTenant
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  pay(key?: string, change?: object): Promise<Answer>
  /** The command dies when the tenant is hidden on the shard that still is its own. */
  hide(): Promise<void>
  /** Returns when it is shown again. */
  giveUp(): Promise<void>
}

export interface KilledMoves {
  openShop(): Promise<MovedShop>
  /** As jobs of the first shard work. */
  readonly upkeep: Runtime
  /** Names of tenants in lines that say what stayed because of them, by table. */
  kept(): Map<string, string[]>
  /** What is stored on the first shard, hidden or not. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
  own(statement: string, values?: unknown[]): Promise<any[]>
  stop(): Promise<void>
}

export const openKilledMoves = async (vezne: Vezne): Promise<KilledMoves> => {
  const commands = await openMoveCommands(vezne)
  const owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const giveUp = async (slug: string): Promise<boolean> => {
    try {
      await commands.run(slug, giveUpMove)
      return true
    } catch (error) {
      // The sessions of the killed command end a moment later.
      if (!(error as Error).message.includes('another command')) throw error
      return false
    }
  }
  return {
    upkeep: { ...vezne.runtime, db: vezne.runtime.db.on(0), log },
    kept() {
      const kept = new Map<string, string[]>()
      for (const line of lines.splice(0)) {
        const { event, table, tenants } = JSON.parse(line)
        if (event === 'partition.kept') kept.set(table, tenants)
      }
      return kept
    },
    own: async (statement, values = []) => (await owner.query(statement, values)).rows,
    async openShop() {
      const tenant = await makeTenant(vezne, { shard: 0 })
      const token = await tokenOf(vezne, tenant, ['tenant-admin', 'pos-admin'])
      const call: MovedShop['call'] = (method, path, body, key = randomUUID()) =>
        vezne.request(path === '/merchants' ? 'identity' : 'cards', method, `/api/v1${path}`, {
          token,
          headers: { 'x-external-merchant-id': 'M-1', 'idempotency-key': key },
          ...(body === undefined ? {} : { body }),
        })
      const merchant = await call('POST', '/merchants', { name: 'Shop', external_id: 'M-1' })
      assert.equal(merchant.status, 201, merchant.text)
      return {
        tenant,
        call,
        pay: (key, change = {}) => call('POST', '/payments', paymentBody(change), key),
        async hide() {
          assert.equal(await commands.run(tenant.slug, (rig) => moveTenant(rig, 1), { dieAt: 'hidden' }), 'killed')
        },
        async giveUp() {
          await until('the move is given up', () => giveUp(tenant.slug))
          await until('it is open', async () => (await call('GET', '/transactions')).status === 200)
        },
      }
    },
    async stop() {
      await owner.end()
      await commands.stop()
    },
  }
}
