/** Doctor check of the pooler before the database, where one is used: transactions through it, with their deadlines and prepared statements. */
import { choosePooledUrl, type OpenRuntime } from '../../app/open-runtime.ts'
import { Database } from '../../infra/database/database.ts'
import { type CheckResult, fail, ok } from './check-result.ts'

const ROUNDS = 4

export const checkPooler = async ({ runtime: { config }, appUrl }: OpenRuntime): Promise<CheckResult[]> => {
  const url = choosePooledUrl(config, appUrl)
  const { shards, shardStatement, databaseDirectUrl } = config
  if (url === undefined || (shards.length > 0 && shardStatement === undefined)) return []
  const shard = shards.indexOf(databaseDirectUrl!)
  const engine = shardStatement && {
    shard,
    nameShard: shardStatement.replace('%', String(shard)),
    directUrl: appUrl,
  }
  const db = Database.open(url, {
    connections: ROUNDS,
    isPooled: true,
    onError: () => undefined,
    ...(engine ? { engine } : {}),
  })
  try {
    // Uses more connections than the pooler needs sessions for, so that a statement prepared on one is met on another.
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(
        Array.from({ length: ROUNDS }, () =>
          db.transaction({ of: [] }, (tx) => tx.query(`select current_setting('statement_timeout')`, [], 'doctor')),
        ),
      )
    return [ok('pooler', 'transactions go through it')]
  } catch (error) {
    return [
      fail(
        'pooler',
        `no transaction goes through it: ${(error as Error).message}`,
        'PgBouncer 1.21 or newer, pool_mode = transaction, max_prepared_statements = 200',
      ),
    ]
  } finally {
    await db.close()
  }
}
