/** The database of the run: a primary and its synchronous standby, of the distribution where it has them. */
import { distributionPrograms, startDistributionPair } from '../../support/distribution-pair.ts'
import { makeSynchronous, type PairedServer, startServerPair } from '../../support/server-pair.ts'

export interface DayServers {
  /** What they are. */
  readonly what: string
  /** Names both. */
  readonly url: string
  /** Folder of the server's programs; undefined: the embedded server has none. */
  readonly bin: string | undefined
  /** The present primary, as the owner. */
  ownerUrl(): string
  /** The primary is killed, the standby promoted. */
  failOver(): Promise<void>
  /** The old primary becomes a standby that commits wait for, where the programs for it are there. */
  rejoin(): Promise<void>
  stop(): Promise<void>
}

export const openDayServers = async (): Promise<DayServers> => {
  const bin = distributionPrograms()
  const made = bin === undefined ? undefined : await startDistributionPair(bin)
  const pair = made ?? (await startServerPair())
  if (made === undefined) await makeSynchronous(pair.primary)
  let primary: PairedServer = pair.primary
  return {
    what:
      bin === undefined
        ? 'embedded servers, primary and synchronous standby'
        : `${bin}, primary and synchronous standby`,
    url: pair.urlOf(pair.primary, pair.standby),
    bin,
    ownerUrl: () => primary.url,
    async failOver() {
      pair.primary.kill()
      await pair.standby.run('alter system reset synchronous_standby_names', 'select pg_promote()')
      primary = pair.standby
    },
    async rejoin() {
      await made?.rejoin(pair.primary, primary)
    },
    stop: pair.stop,
  }
}
