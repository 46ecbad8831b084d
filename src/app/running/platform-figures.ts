/** Figures of the platform's rows for `/metrics`: volume of tenants, secrets that end, subscriptions that fail, what waits for people, the last backup. Read once a minute. */
import { findLastBackup } from '../../infra/crypto/backup-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import { figure, forget } from '../../infra/process/metrics.ts'

const TENANTS_SHOWN = 10 // a label per tenant: more would be a series for each

const volume = figure('vezne_tenant_operations')
const secrets = figure('vezne_secret_expires_seconds')
const failing = figure('vezne_webhook_subscriptions_failing')
const unresolved = figure('vezne_unresolved_operations')
const failedJobs = figure('vezne_jobs_failed')
const backupAge = figure('vezne_backup_age_seconds')

const VOLUME = `
select r.slug as tenant, c.n from realms r cross join lateral (
  select sum(q.count)::bigint as n from quota_counts q
   where q.tenant_id = r.tenant_id and not q.is_month and q.starts_on = (now() at time zone 'Europe/Istanbul')::date) c
where r.kind = 'tenant' and c.n > 0 order by c.n desc, 1 limit ${TENANTS_SHOWN}`

const SECRETS = `
select case r.kind when 'master' then 'platform_key' else 'api_key' end as kind,
  extract(epoch from min(c.expires_at) - now())::float8 as seconds
from clients c join realms r using (tenant_id)
where c.is_active and not c.is_deleted and c.expires_at > now() group by 1`

const COUNTS = `
select (select count(tenant_id)::int from webhook_subscriptions where failing_since is not null and is_active and not is_deleted) as failing,
  (select count(tenant_id)::int from unresolved_operations where resolved_at is null) as unresolved`

const FAILED_JOBS = `
select count(*)::int as count from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null`

/** Runs in a transaction across tenants. */
export const readPlatform = async (tx: Tx): Promise<void> => {
  const tenants = await tx.query<{ tenant: string; n: number }>(VOLUME)
  volume.reset()
  for (const { tenant, n } of tenants) volume.set({ tenant }, n)
  const ends = await tx.query<{ kind: 'api_key' | 'platform_key'; seconds: number }>(SECRETS)
  secrets.reset()
  for (const { kind, seconds } of ends) secrets.set({ kind }, seconds)
  const [counts] = await tx.query<{ failing: number; unresolved: number }>(COUNTS)
  failing.set(counts!.failing)
  unresolved.set(counts!.unresolved)
  const backup = await findLastBackup(tx)
  if (backup === undefined) forget(backupAge)
  else backupAge.set(backup.age_s)
}

/** Runs as the program's role, which owns the jobs. */
export const readFailedJobs = async (tx: Tx): Promise<void> =>
  failedJobs.set((await tx.query<{ count: number }>(FAILED_JOBS))[0]!.count)
