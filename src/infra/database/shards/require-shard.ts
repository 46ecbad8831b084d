/**
 * Each server of several knows its own number, and refuses a transaction that names another one. An engine before the servers
 * may lose the name together with the connection, and send what comes next of the transaction to another server.
 */
import type pg from 'pg'
import { PLATFORM_ROLE, type Preamble } from '../transaction-statements.ts'

type Owner = Pick<pg.Client, 'query'>

/** To a caller it is a connection that broke: nothing was done, and a repeat is right. */
const bodyFor = (shard: number): string => `
begin
  if wanted is distinct from ${shard} then
    raise exception 'shard % was named, and this is shard ${shard}', wanted using errcode = 'connection_failure';
  end if;
  return true;
end`

/** Tells the server its number, as the owner of its schema; repeated, it does nothing. */
export const numberShard = async (owner: Owner, shard: number): Promise<void> => {
  if (!(await knowsNumber(owner, shard)))
    await owner.query(
      `create or replace function require_shard(wanted integer) returns boolean stable language plpgsql as $$${bodyFor(shard)}$$`,
    )
}

/** Any role may ask. */
export const knowsNumber = async (client: Owner, shard: number): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_proc where oid = to_regprocedure('public.require_shard(integer)') and prosrc = $1`,
    [bodyFor(shard)],
  )
  return rowCount === 1
}

/** The statement that gives a transaction its tenants or its role fails on another shard. */
export const onlyOn = (shard: number, { name, text, values }: Preamble): Preamble =>
  name === undefined
    ? { name: 'act-across-here', text: ACROSS_HERE, values: [shard] }
    : { name: `${name}-here`, text: `${text}, require_shard($${values.length + 1})`, values: [...values, shard] }

const ACROSS_HERE = `select set_config('role', '${PLATFORM_ROLE}', true), require_shard($1)`
