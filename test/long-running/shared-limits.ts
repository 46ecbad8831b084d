/** One organization, four processes, three clients on three surfaces, three times the limit: one bucket. */
import type { Check } from './check.ts'
import { allowedIn, type Call, callsOf, drive, isOnly, openFleet, RATE, shownStatuses } from './fleet.ts'

const PROCESSES = 4
const SECONDS = 10
const DEMAND_MIN = 1.5 // of the three times that are tried

export const sharedLimitsCheck: Check = async (say) => {
  const fleet = await openFleet(PROCESSES)
  try {
    const other: Call[] = [
      {
        surface: 'identity',
        path: '/api/v1/me',
        headers: { authorization: `Bearer ${await fleet.token('admin', 'tenant-other')}` },
      },
    ]
    const isOver = (_sent: number, seconds: number): boolean => seconds >= SECONDS
    const [busy, quiet] = await Promise.all([
      drive(fleet, await callsOf(fleet), { perSecond: 3 * RATE, lanes: 24, isOver }),
      drive(fleet, other, { perSecond: 10, lanes: 1, isOver }),
    ])
    const accepted = busy.statuses[200] ?? 0
    const allowed = allowedIn(busy.seconds)
    say(`${shownStatuses(busy.statuses)} in ${busy.seconds.toFixed(2)} s, p99 ${busy.p99.toFixed(0)} ms`)
    say(`${accepted} of ${allowed.toFixed(0)} allowed: ${((accepted / allowed) * 100).toFixed(2)} %`)
    say(`the other organization: ${shownStatuses(quiet.statuses)}`)
    const demand = Object.values(busy.statuses).reduce((sum, count) => sum + count, 0) / allowed
    if (demand < DEMAND_MIN)
      say(`only ${demand.toFixed(1)} times the limit was asked for: this machine is too busy to tell`)
    const isShared = demand >= DEMAND_MIN && accepted >= 0.97 * allowed && accepted <= allowed
    return isShared && isOnly(busy.statuses, 200, 429) && isOnly(quiet.statuses, 200)
  } finally {
    await fleet.end()
  }
}
