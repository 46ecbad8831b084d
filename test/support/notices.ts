/** Notifications as a bank signs and posts them, for tests that act as the bank. */
import { createHmac } from 'node:crypto'
import { secretSealingContext } from '../../src/acquiring/tenant-banks/tenant-banks.ts'
import type { Answer } from './http.ts'
import { TENANT } from './transfers.ts'
import { until } from './until.ts'
import type { Vezne } from './vezne.ts'

export const PRIMARY = '00000000-0000-4000-8000-000000000031'
export const FALLBACK = '00000000-0000-4000-8000-000000000032'
export const NOTICE_PATH = '/api/v1/webhooks/transfer-notification'

export const secretKeyOf = async (vezne: Vezne, configurationId = PRIMARY): Promise<string> => {
  const { db, sealer } = vezne.runtime
  const [row] = await db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ sealed: Buffer }>(
      'select secret_key_sealed as sealed from connector_configurations where tenant_id = $1 and id = $2',
      [TENANT, configurationId],
    ),
  )
  if (row === undefined) throw new Error(`no configuration ${configurationId}`)
  return sealer.open(TENANT, secretSealingContext(configurationId, 'secret_key_sealed'), row.sealed)
}

export interface NoticeOptions {
  /** Real time; default now. */
  at?: number
  /** Removed where undefined. */
  headers?: Record<string, string | undefined>
  /** Sent instead of what was signed. */
  tampered?: string
}

export const sendNotice = (
  vezne: Vezne,
  key: string,
  notice: object,
  { at = Date.now(), headers = {}, tampered }: NoticeOptions = {},
): Promise<Answer> => {
  const body = JSON.stringify(notice)
  const timestamp = String(Math.floor(at / 1_000))
  const all = {
    'x-tenant-id': TENANT,
    'x-webhook-event': 'transfer.test',
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`,
    ...headers,
  }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return vezne.request('transfers', 'POST', NOTICE_PATH, {
    body: tampered ?? body,
    headers: Object.fromEntries(given),
  })
}

/** Stored notifications about a transfer, oldest first. */
export const keptNotices = (vezne: Vezne, id: string) =>
  vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ event: string; user_id: string | null; body: string; verdict: string; reason: string }>(
      `select event, user_id, body, verdict, reason from transfer_notices
       where tenant_id = $1 and transfer_id = $2 order by received_at`,
      [TENANT, id],
    ),
  )

/** Types of the events announced about a transfer, in their order. */
export const eventsOf = async (vezne: Vezne, id: string): Promise<string[]> => {
  const rows = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ type: string }>('select type from events where tenant_id = $1 and resource_id = $2 order by sequence', [
      TENANT,
      id,
    ]),
  )
  return rows.map(({ type }) => type)
}

/** The attempt is at the bank, and neither a call nor a lease is open. */
export const untilNobodyIsAt = (vezne: Vezne, id: string, attemptNo: number): Promise<void> =>
  until('nobody is at it', async () => {
    const [row] = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
      tx.query<{ is_waiting: boolean }>(
        `select lease_owner is null and step = 'inquire' and attempt_no = $3 as is_waiting
         from transfers where tenant_id = $1 and id = $2`,
        [TENANT, id, attemptNo],
      ),
    )
    return row?.is_waiting === true
  })
