/** Plans of the demo tenant's finance team, the recipients they pay, and what their runs made. */
import { newId } from '../../src/core/id.ts'
import type { Answer } from './http.ts'
import { MERCHANT, SOURCE, TENANT, type TransferTeam } from './transfers.ts'

export const PLANS = '/api/v1/recurringtransfers'
export const DAY_MS = 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

/** A day from now on the platform's clock, at an odd minute of its day. */
export const soon = (team: TransferTeam, days = 1): string =>
  new Date(team.vezne.runtime.clock.ms() + days * DAY_MS).toISOString()

export const planOf = (team: TransferTeam, recipientId: string, changes: Json = {}): Json => ({
  plan_name: 'Rent',
  connector_account_id: SOURCE,
  recipient_id: recipientId,
  amount: 250_000,
  transfer_type: 'fast',
  repeat_type: 'monthly',
  start_date: soon(team),
  end_type: 'indefinite',
  ...changes,
})

export const createPlan = async (team: TransferTeam, body: Json): Promise<string> => {
  const answer = await team.call('admin', 'POST', PLANS, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
export const readPlan = async (team: TransferTeam, id: string): Promise<Json> =>
  (await team.call('admin', 'GET', `${PLANS}/${id}`)).body.data
export const switchPlan = (team: TransferTeam, id: string, verb: 'pause' | 'resume'): Promise<Answer> =>
  team.call('admin', 'POST', `${PLANS}/${id}/${verb}`)

/** A recipient with the default receiver account `iban`; null = without one. */
export const newRecipient = async ({ vezne }: TransferTeam, iban: string | null): Promise<string> => {
  const id = newId(vezne.runtime.clock.ms())
  const now = vezne.runtime.clock.now()
  await vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
    await tx.execute(
      `insert into recipients (tenant_id, id, merchant_id, holder_name, created, last_modified)
       values ($1, $2, $3, 'Ayşe Yılmaz', $4, $4)`,
      [TENANT, id, MERCHANT, now],
    )
    if (iban !== null)
      await tx.execute(
        `insert into receiver_accounts (tenant_id, id, merchant_id, recipient_id, holder_name, bank_code, iban, is_default,
           created, last_modified)
         values ($1, $2, $3, $4, 'Ayşe Yılmaz', $5, $6, true, $7, $7)`,
        [TENANT, newId(vezne.runtime.clock.ms()), MERCHANT, id, iban.slice(4, 9), iban, now],
      )
  })
  return id
}

export const setActive = ({ vezne }: TransferTeam, recipientId: string, isActive: boolean): Promise<unknown> =>
  vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.execute('update recipients set is_active = $3 where tenant_id = $1 and id = $2', [
      TENANT,
      recipientId,
      isActive,
    ]),
  )

export interface RunRow {
  run_no: number
  day: string
  due_at: Date
  transfer_id: string | null
  error_code: string | null
}
export const runsOf = ({ vezne }: TransferTeam, planId: string): Promise<RunRow[]> =>
  vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<RunRow>('select * from recurring_runs where tenant_id = $1 and plan_id = $2 order by run_no', [
      TENANT,
      planId,
    ]),
  )

export interface MadeTransfer {
  id: string
  status: string
  scheduled_date: Date
  iban: string
  created_by: string
}
export const transfersOf = ({ vezne }: TransferTeam, planId: string): Promise<MadeTransfer[]> =>
  vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<MadeTransfer>(
      `select id, status, scheduled_date, iban, created_by from transfers
        where tenant_id = $1 and recurring_transfer_id = $2 order by scheduled_date`,
      [TENANT, planId],
    ),
  )

/** Nothing is due any more at the present clock. */
export const noneDue = async ({ vezne }: TransferTeam): Promise<boolean> => {
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query('select 1 from recurring_transfers where try_at <= $1 limit 1', [vezne.runtime.clock.now()]),
  )
  return rows.length === 0
}
