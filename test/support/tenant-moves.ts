/** Commands that move tenants between the two shards of a test's program, and their end by kill at any place. */

import { findAppUrl } from '../../src/app/open-database-for-cli.ts'
import { attachRuntime } from '../../src/app/open-runtime.ts'
import { LOCAL_ROWS } from '../../src/app/shards/local-rows.ts'
import { openMasterKeys } from '../../src/cli/attach-runtime.ts'
import { settingsOfOne } from '../../src/cli/shards/each-shard.ts'
import { advanceOn } from '../../src/cli/shards/move-command.ts'
import { newClient, type ServerClient } from '../../src/infra/database/server-connection.ts'
import type { MovePlace, MoveRig } from '../../src/infra/database/shards/move/move-rig.ts'
import { findTenantMove, type TenantMove } from '../../src/infra/database/shards/move/tenant-moves.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { createLog } from '../../src/infra/process/log.ts'
import { testServer } from './test-server.ts'
import type { Vezne } from './vezne.ts'

export interface MoveCommands {
  /** The tenant's row. */
  find(slug: string): Promise<TenantMove>
  /** Returns what `work` does; `dieAt`: the command is killed there, and 'killed' is returned. */
  run<T>(
    slug: string,
    work: (rig: MoveRig) => Promise<T>,
    how?: { dieAt?: MovePlace; patienceMs?: number },
  ): Promise<T | 'killed'>
  /** Settings of a command as a process of its own. */
  readonly env: Record<string, string>
  stop(): Promise<void>
}

export const openMoveCommands = async (vezne: Vezne): Promise<MoveCommands> => {
  const env = {
    VEZNE_DATA_DIR: vezne.dataDir,
    DATABASE_URL: vezne.ownerUrl,
    VEZNE_SHARDS: vezne.config.shards.join(' '),
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_PORT_BASE: String(vezne.config.ports.console),
  }
  const config = settingsOfOne(loadConfig(env), '0')
  const kms = openMasterKeys(config)
  const appUrl = await findAppUrl(config, vezne.ownerUrl, kms)
  const log = createLog('error', { write: () => undefined })
  const { runtime, close } = await attachRuntime({ ...config, databaseConnections: 4 }, log, { appUrl, kms })
  const find = async (slug: string): Promise<TenantMove> =>
    (await runtime.db.transaction({ of: [] }, (tx) => findTenantMove(tx, slug))) as TenantMove

  return {
    env,
    find,
    async run(slug, work, { dieAt, patienceMs = 20_000 } = {}) {
      const owners = new Map<number, ServerClient>()
      for (const [shard, url] of vezne.shardUrls.entries()) {
        const owner = newClient(url)
        owner.on('error', () => undefined) // the statement in flight reports it
        await owner.connect()
        owners.set(shard, owner)
      }
      let die: () => void
      const death = new Promise<'killed'>((resolve) => {
        die = () => resolve('killed')
      })
      const rig: MoveRig = {
        owners,
        local: LOCAL_ROWS,
        find: () => find(slug),
        advance: advanceOn(runtime),
        heardMs: 300,
        patienceMs,
        reached(place) {
          if (place !== dieAt) return undefined
          // As a process that is killed: its sessions end, and it does nothing more.
          for (const owner of owners.values()) owner.connection.stream.destroy()
          die()
          return new Promise<void>(() => undefined)
        },
      }
      try {
        return await Promise.race([work(rig), death])
      } finally {
        for (const owner of owners.values()) await owner.end().catch(() => undefined)
      }
    },
    stop: close,
  }
}
