/**
 * Which clock decides what is old enough to be dropped: the platform's in a sandbox, where it can be moved, and real
 * time elsewhere.
 */
import type { ClientBase } from 'pg'

/** Sets the clock as the owner, because the program's role must not change it. */
export const setRetentionClock = async (owner: Pick<ClientBase, 'query'>, isPlatformClock: boolean): Promise<void> => {
  await owner.query('update retention_clock set is_platform_clock = $1 where is_platform_clock <> $1', [
    isPlatformClock,
  ])
}
