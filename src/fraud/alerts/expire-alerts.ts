/** Ends alerts nobody decided in time, each once however many processes look. */
import type { House } from '../../infra/runtime.ts'
import type { DecidedAlert, EffectsOfAlerts } from './alert-decision-handler.ts'
import { dueAlerts, expireAlert } from './alert-store.ts'
import { carryOut } from './apply-alert-decision.ts'

const LOOK_MAX = 200 // alerts of one round; the next one follows at once
const AT_ONCE = 8

/** One round over all tenants; answers how many alerts it ended. */
export const expireAlerts = async (house: House, effects: EffectsOfAlerts): Promise<number> => {
  const due = await house.db.acrossTenants((tx) => dueAlerts(tx, house.clock.now(), LOOK_MAX))
  let ended = 0
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const batch = due.slice(at, at + AT_ONCE).map((alert) => expireOne(house, effects, alert))
    ended += (await Promise.all(batch)).filter(Boolean).length
  }
  return ended
}

/** Answers whether this process ended it. One that fails must not stop the others: it is due again in the next round. */
const expireOne = async (
  house: House,
  effects: EffectsOfAlerts,
  { tenant_id, id }: Pick<DecidedAlert, 'tenant_id' | 'id'>,
): Promise<boolean> => {
  let waits = false
  const alert = await house.db
    .inTenant(tenant_id, async (tx) => {
      const expired = await expireAlert(tx, tenant_id, id, house.clock.now())
      if (expired !== undefined) waits = (await effects[expired.process]?.settle(tx, expired, 'expired', null)) ?? false
      return expired
    })
    .catch((err: unknown) => void house.log.error('fraud_alert.not_expired', { alert_id: id, err }))
  if (alert === undefined) return false
  if (waits) await carryOut(house.log, effects, alert, 'expired')
  house.log.info('fraud_alert.expired', { alert_id: alert.id, check_id: alert.check_id, process: alert.process })
  return true
}
