/** Connections to the database's server; if its address names several hosts, to the one that takes writes. */
import pg from 'pg'
import { parseServerAddress } from '../process/server-address.ts'
import {
  isConnectionError,
  noteConnectionError,
  PooledConnectionError,
  ReadOnlyServerError,
  UnconfirmedCommitError,
} from './database-errors.ts'
import { type PrimaryFinder, primaryFinder, type WantedServer } from './primary-finder.ts'

/** Text by which the warning about a cancelled wait is recognized, whatever its language. */
const STANDBY_WAIT = 'SyncRepWaitForLSN'

type Connected = (error?: Error) => void

/** A client whose host is chosen when it connects. */
export class ServerClient extends pg.Client {
  readonly #finder: PrimaryFinder
  readonly #said = new Map<string, string>()
  #isConnected = false
  #hasUnconfirmed = false

  constructor(config: pg.ClientConfig & { finder: PrimaryFinder }) {
    super(config)
    this.#finder = config.finder
    // The server reports this while the connection is made, and again with a later response if it has changed.
    this.connection.on('parameterStatus' as 'message', (said: { parameterName: string; parameterValue: string }) => {
      this.#said.set(said.parameterName, said.parameterValue)
      if (this.#isConnected && this.#isUnwanted()) this.distrustHost()
    })
    this.on('error', noteConnectionError)
    this.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) this.#hasUnconfirmed = true
    })
  }

  /** Returns false if its host no longer takes the writes. */
  get isCurrent(): boolean {
    return this.#finder.isCurrent(this)
  }

  /**
   * Throws if a pooler is in between: the session that answers is then not the one of the greeting. A notification to
   * oneself would not reveal it, because poolers pass notifications to the client that uses the session at that moment,
   * which is the sender.
   */
  async requireOwnSession(): Promise<void> {
    const { rows } = await this.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (rows[0]!.pid !== (this as unknown as { processID: number }).processID) throw new PooledConnectionError()
  }

  /**
   * Confirms a commit. A commit whose wait for a standby was cancelled is answered like any other; a second commit then
   * waits for the standby again. `ask` sends a statement as a separate transaction.
   */
  async confirmCommit(ask: (statement: { text: string }) => Promise<unknown>): Promise<void> {
    if (!this.#hasUnconfirmed) return
    this.#hasUnconfirmed = false
    await ask({ text: `select pg_logical_emit_message(true, 'vezne', 'confirm')` })
    if (this.#hasUnconfirmed) throw new UnconfirmedCommitError()
  }

  /** Sets how long to wait for an answer of the server from now on. */
  waitForAnswers(ms: number): void {
    ;(this as unknown as { connectionParameters: { query_timeout: number } }).connectionParameters.query_timeout = ms
  }

  /** Reports that its host failed or takes no writes, so that the next connection looks for the one that does. */
  distrustHost(): void {
    this.#finder.distrust(this)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = this.#connect()
    if (callback === undefined) return connected
    connected.then(
      () => process.nextTick(callback),
      (error: Error) => process.nextTick(callback, error),
    )
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    const found = await this.#finder.find().catch((error: unknown) => {
      noteConnectionError(error)
      throw error
    })
    if (this.connection.stream.destroyed) throw new Error('Connection terminated due to connection timeout')
    Object.assign(this, found)
    Object.assign(this.#parameters, found)
    try {
      await super.connect()
      if (this.#isUnwanted()) {
        this.end().catch(() => undefined)
        throw new ReadOnlyServerError()
      }
      this.#isConnected = true
    } catch (error) {
      noteConnectionError(error)
      if (isConnectionError(error)) this.distrustHost()
      throw error
    }
    return this
  }

  get #parameters(): object {
    return (this as unknown as { connectionParameters: object }).connectionParameters
  }

  #isUnwanted = (): boolean =>
    this.#finder.wantsPrimary &&
    (this.#said.get('in_hot_standby') === 'on' || this.#said.get('default_transaction_read_only') === 'on')
}

/** Returns a separate connection. */
export const newClient = (url: string, config: pg.ClientConfig = {}): ServerClient =>
  new ServerClient({ ...config, ...choiceOf(url) })

export const newPool = (url: string, config: pg.PoolConfig, wanted?: WantedServer): pg.Pool =>
  new pg.Pool({ ...config, ...choiceOf(url, wanted), Client: ServerClient } as unknown as pg.PoolConfig)

/** Until it connects, a client appears to be connected to the first host. */
const choiceOf = (url: string, wanted?: WantedServer) => {
  const finder = primaryFinder(parseServerAddress(url), wanted)
  return { connectionString: finder.urls[0] as string, finder }
}
