/** Restores of all shards as one answer: work that is of no one shard is done as if each were the one that was restored. */
import type { Restores } from '../promotions/restores.ts'

export const joinRestores = (shards: readonly Restores[]): Restores => {
  const first = <T>(ask: (restores: Restores) => T | null): T | null => {
    for (const shard of shards) {
      const answer = ask(shard)
      if (answer !== null) return answer
    }
    return null
  }
  return {
    closed: () => first((shard) => shard.closed()),
    askBanksFrom: () => first((shard) => shard.askBanksFrom()),
    askBanksAbout: (madeMs) => first((shard) => shard.askBanksAbout(madeMs)),
    onChange(listener) {
      const ends = shards.map((shard) => shard.onChange(listener))
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
