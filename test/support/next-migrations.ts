/** What a next release might add to tables in use, for the time after a release when the tree has no migrations of its own yet. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrationFaults } from '../../scripts/migration-rules.ts'
import { readPackedRelease } from '../../scripts/packed-release.ts'
import { runMigrations } from '../../src/infra/database/migrations/run-migrations.ts'
import { makeScratch } from './scratch.ts'
import { discardFolder } from './seen.ts'

const NEXT: Readonly<Record<string, string>> = {
  '9001_columns.sql': `-- New columns of hot tables, a check, and a table beside them.
alter table payments add column channel text, add column is_noted boolean not null default false;
alter table payments add constraint payments_channel check (channel in ('web', 'till')) not valid;
alter table payment_operations add column channel text;
create table payment_notes (
  tenant_id uuid not null,
  payment_id uuid not null,
  note text not null,
  primary key (tenant_id, payment_id)
);
call protect_tenant_table('payment_notes', 'select, insert');
`,
  '9002_index.sql': `-- An index beside writers.
create index concurrently idempotency_keys_by_key on idempotency_keys (key, tenant_id);
`,
  '9003_checked.sql': `-- Every row has been looked at.
alter table payments validate constraint payments_channel;
`,
  '9004_others.sql': `-- What refers to hot rows is looked at by a trigger.
create function guard_payment_note() returns trigger language plpgsql as $$
begin
  if not exists (select from payments p where p.tenant_id = new.tenant_id and p.id = new.payment_id) then
    raise exception 'note of no payment %', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_payment_note before insert on payment_notes for each row execute function guard_payment_note();
`,
}

/** Obeys the rules of migrations as files of this tree have to; returns the names of those that ran. */
export const expandFurther = async (ownerUrl: string): Promise<string[]> => {
  const released = new Map(Object.entries(readPackedRelease().files).filter(([path]) => path.startsWith('migrations/')))
  const added = Object.entries(NEXT).map(([name, text]): [string, string] => [`migrations/${name}`, text])
  assert.deepEqual(migrationFaults(new Map([...released, ...added]), released), [])
  const folder = makeScratch('vezne-next-')
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'vezne-migrate' })
  await owner.connect()
  try {
    for (const [name, text] of Object.entries(NEXT)) writeFileSync(join(folder, name), text)
    const done = await runMigrations(owner, () => undefined, folder)
    assert.equal(done.length, Object.keys(NEXT).length)
    return done
  } finally {
    await owner.end()
    discardFolder(folder)
  }
}
