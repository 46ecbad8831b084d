/** The shards as commands see them: each with settings as if it were the only database. */
import { stdout } from 'node:process'
import type { Config } from '../../infra/process/config.ts'
import { parseServerAddress, withCredentials } from '../../infra/process/server-address.ts'
import { UsageError } from '../command.ts'

export interface ShardSettings {
  /** Undefined where tenants are not spread. */
  readonly shard: number | undefined
  readonly config: Config
}

export const SHARD_HELP = '  --shard <number>        of one shard only (docs/shards.md); default: of each in turn'

/** Returns the settings for each shard, or for the one that a person names. */
export const settingsOfShards = (config: Config, named?: string): readonly ShardSettings[] => {
  const { shards } = config
  if (named !== undefined && !(/^[0-9]{1,4}$/.test(named) && Number(named) < shards.length))
    throw new UsageError(
      shards.length === 0 ? '--shard is for tenants on several shards' : `the shards are 0 to ${shards.length - 1}`,
    )
  if (shards.length === 0) return [{ shard: undefined, config }]
  const numbers = named === undefined ? [...shards.keys()] : [Number(named)]
  return numbers.map((shard) => ({ shard, config: atShard(config, shard) }))
}

/** For what is done on one database only: it has to be named where there are several. */
export const settingsOfOne = (config: Config, named: string | undefined): Config => {
  const [first, ...others] = settingsOfShards(config, named)
  if (others.length > 0) throw new UsageError('say on which shard: --shard <number>')
  return first!.config
}

/** Says before each shard which one it is. */
export const onEachShard = async (
  config: Config,
  named: string | undefined,
  work: (config: Config) => Promise<void>,
): Promise<void> => {
  for (const { shard, config: own } of settingsOfShards(config, named)) {
    if (shard !== undefined) stdout.write(`shard ${shard}\n`)
    await work(own)
  }
}

const atShard = (config: Config, shard: number): Config => {
  const address = config.shards[shard]!
  const backup = config.databaseBackupUrl
  return {
    ...config,
    databaseDirectUrl: address,
    ...(backup === undefined ? {} : { databaseBackupUrl: withCredentials(address, parseServerAddress(backup)) }),
  }
}

/** The settings for the first shard, where these are those of another one. */
export const findFirstShard = (config: Config): Config | undefined =>
  config.shards.length === 0 || config.databaseDirectUrl === config.shards[0] ? undefined : atShard(config, 0)
