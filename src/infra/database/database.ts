/**
 * The only access to the database: one server, or the shards that tenants are spread over. A transaction never touches
 * two shards.
 */
import assert from 'node:assert/strict'
import { DatabaseServer, type ServerOptions } from './shards/database-server.ts'
import type { Reach, Statement, Tx } from './statements/transaction.ts'
import { PLATFORM_ROLE } from './transaction-statements.ts'

export type { Statement, Tx } from './statements/transaction.ts'
export { assertNoTransaction } from './statements/transaction.ts'

/** The shard where the realm `master` lives and where rows of the platform are written. */
export const FIRST_SHARD = 0
const ONE_SHARD: readonly number[] = [FIRST_SHARD]

/** Says which shard a tenant is on. One that is not known is looked for on the first. */
export interface TenantShards {
  shardOf(tenantId: string): number
  shardOfSlug(slug: string): number
  /**
   * Whether this tenant, or any, is on its way to another shard: nothing new is begun for it, and what works for all tenants sees no row
   * of it.
   */
  isMoving(idOrSlug?: string): boolean
  /** Reads the changes that others have made. */
  refresh(): Promise<void>
}

interface Spread {
  /** By the number of the shard. */
  readonly servers: readonly DatabaseServer[]
  readonly tenants: TenantShards
  /** One per shard. */
  readonly views: readonly Database[]
  /** Set in a view. */
  readonly own: number | undefined
}

export class Database {
  readonly #first: DatabaseServer
  readonly #spread: Spread | undefined

  /** Made by {@link Database.open} and {@link Database.over}. */
  private constructor(first: DatabaseServer, spread?: Spread) {
    this.#first = first
    this.#spread = spread
  }

  static open(url: string, options: ServerOptions): Database {
    return Database.of(new DatabaseServer(url, options))
  }

  static of(server: DatabaseServer): Database {
    return new Database(server)
  }

  /** Tenants are spread over these servers. */
  static over(servers: readonly DatabaseServer[], tenants: TenantShards): Database {
    const [first] = servers
    assert(first !== undefined)
    const views: Database[] = []
    const whole = { servers, tenants, views }
    for (const [own, server] of servers.entries()) views.push(new Database(server, { ...whole, own }))
    return new Database(first, { ...whole, own: undefined })
  }

  /** Numbers of the shards that this reaches. */
  get shards(): readonly number[] {
    if (this.#spread === undefined) return ONE_SHARD
    const { own, servers } = this.#spread
    return own === undefined ? servers.map((_, shard) => shard) : [own]
  }

  shardOf(tenantId: string): number {
    return this.#spread === undefined ? FIRST_SHARD : this.#spread.tenants.shardOf(tenantId)
  }

  shardOfSlug(slug: string): number {
    return this.#spread === undefined ? FIRST_SHARD : this.#spread.tenants.shardOfSlug(slug)
  }

  isMoving(idOrSlug?: string): boolean {
    return this.#spread?.tenants.isMoving(idOrSlug) ?? false
  }

  /** Learns of tenants that have just been given a shard. */
  async refreshTenants(): Promise<void> {
    await this.#spread?.tenants.refresh()
  }

  /** Returns the database as one shard has it: rows that are not of named tenants are those of this shard. */
  on(shard: number): Database {
    return this.#spread?.views[shard] ?? this
  }

  /** Returns the shard of these tenants. Throws if they are of several. */
  forTenants(tenantIds: readonly string[]): Database {
    return this.#spread === undefined ? this : this.on(findShard(this.#spread, tenantIds))
  }

  /**
   * Runs `work` in one transaction that sees the rows of these tenants only; it is run again if another transaction was
   * in its way.
   */
  transaction<T>(reach: Reach, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#spread === undefined) return this.#first.transaction(reach, work)
    const tenantIds = 'as' in reach ? [] : [reach.of].flat()
    return route(this.#spread, tenantIds, reach.on, (server) => server.transaction(reach, work))
  }

  /**
   * Runs one set-wise statement as one transaction, sent in one flush; it is run again as {@link transaction} is. The
   * rows may belong to several tenants of one shard.
   */
  batch<Row>(tenantIds: readonly string[], statement: Statement): Promise<Row[]> {
    if (this.#spread === undefined) return this.#first.batch(tenantIds, statement)
    return route(this.#spread, tenantIds, undefined, (server) => server.batch<Row>(tenantIds, statement))
  }

  async close(): Promise<void> {
    await Promise.all((this.#spread?.servers ?? [this.#first]).map((server) => server.close()))
  }
}

const route = async <T>(
  spread: Spread,
  tenantIds: readonly string[],
  on: number | undefined,
  run: (server: DatabaseServer) => Promise<T>,
): Promise<T> => {
  const { servers, own } = spread
  if (tenantIds.length > 0) return run(servers[findShard(spread, tenantIds)]!)
  const shard = on ?? own
  assert(shard !== undefined, 'a transaction that is not of named tenants names its shard')
  return run(servers[shard]!)
}

const findShard = ({ tenants, own }: Spread, tenantIds: readonly string[]): number => {
  const shard = tenants.shardOf(tenantIds[0]!)
  const isOne = tenantIds.every((tenantId) => tenants.shardOf(tenantId) === shard)
  assert(isOne, 'a transaction is of tenants of one shard')
  assert(own === undefined || own === shard, 'a tenant is worked on by its own shard')
  return shard
}

/**
 * Runs `work` with the right to write rows that only the platform's role may write; call it inside a transaction of the
 * realm `master`.
 */
export const asPlatform = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.execute(`set local role ${PLATFORM_ROLE}`)
  const result = await work()
  await tx.execute('reset role') // after a failure there is nothing left to write
  return result
}
