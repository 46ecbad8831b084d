/** Compares what processes saw acknowledged with what a server has of the log. */
import type pg from 'pg'
import type { LogPosition } from './log-position.ts'
import { isAccepted, keptPosition, type ServerState } from './promotion-store.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Returns what the server lacks of what was acknowledged, by the highest position. */
export const findLost = async (client: Client, state: ServerState, earlier: readonly LogPosition[]) => {
  let lost: { keptTo: bigint; lostTo: bigint } | undefined
  for (const at of earlier) {
    const { system, timeline, position } = at
    if (system !== state.system) continue
    const keptTo = await keptBy(client, state, timeline)
    if (keptTo >= position || (lost && lost.lostTo >= position)) continue
    if (timeline !== state.timeline && (await isAccepted(client, at))) continue
    lost = { keptTo, lostTo: position }
  }
  return lost
}

/**
 * Returns how far the server has a timeline. If the role may not look that up, it is the log position at which the
 * first process met the server.
 */
const keptBy = async (client: Client, state: ServerState, timeline: number): Promise<bigint> => {
  if (timeline === state.timeline) return state.position
  if (timeline > state.timeline) return 0n
  return (await keptPosition(client, state.timeline, timeline)) ?? state.promotion?.position ?? state.position
}
