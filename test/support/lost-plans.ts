/** Plans of transfers that a restored database has lost, and the runs that they made. */
import { newId } from '../../src/core/id.ts'
import { LOAD_MERCHANT, LOAD_TENANT, RECEIVERS } from './load-team.ts'
import { openTeam } from './lost-transfers.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

const PATIENCE_MS = 60_000

export const openPlans = (vezne: Vezne) => {
  const { call, rows, ready, approveAndSend } = openTeam(vezne)
  /** Another one each time, with the same account. */
  const newRecipient = async (): Promise<string> => {
    const id = newId(vezne.runtime.clock.ms())
    const values = [LOAD_TENANT, id, LOAD_MERCHANT, vezne.runtime.clock.now()]
    await rows(
      `insert into recipients (tenant_id, id, merchant_id, holder_name, created, last_modified)
       values ($1, $2, $3, 'Ayşe Yılmaz', $4, $4)`,
      values,
    )
    await rows(
      `insert into receiver_accounts (tenant_id, id, merchant_id, recipient_id, holder_name, bank_code, iban, is_default, created, last_modified)
       values ($1, gen_random_uuid(), $3, $2, 'Ayşe Yılmaz', $5, $6, true, $4, $4)`,
      [...values, RECEIVERS.completes.slice(4, 9), RECEIVERS.completes],
    )
    return id
  }
  const runs = () =>
    rows('select id, status from transfers where tenant_id = $1 and recurring_transfer_id is not null', [LOAD_TENANT])
  return {
    ready,
    /** Runs daily. */
    async plan(name: string, startMs: number): Promise<void> {
      const [source] = await rows('select id from source_accounts where tenant_id = $1', [LOAD_TENANT])
      const created = await call('admin', 'recurringtransfers', {
        plan_name: name,
        connector_account_id: source.id,
        recipient_id: await newRecipient(),
        amount: 10_000,
        transfer_type: 'fast',
        repeat_type: 'daily',
        start_date: new Date(startMs).toISOString(),
        end_type: 'indefinite',
      })
      if (created.status !== 201) throw new Error(created.text)
    },
    /** Approves and sends what the plans have made, until so many runs are paid. */
    async runsPaid(count: number): Promise<void> {
      await until(`${count} runs are made`, async () => (await runs()).length === count, PATIENCE_MS)
      const pending = (await runs()).filter(({ status }) => status === 'pending')
      await approveAndSend(pending.map(({ id }) => id))
      const arePaid = async (): Promise<boolean> => {
        if ((await runs()).every(({ status }) => status === 'completed')) return true
        await vezne.moveClock(5_000)
        return false
      }
      await until(`${count} runs are paid`, arePaid, PATIENCE_MS)
    },
  }
}
