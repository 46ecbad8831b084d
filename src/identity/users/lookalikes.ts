/** Names and addresses of users that are different and look the same: people could confirm, or write to, the wrong user. */
import type { Tx } from '../../infra/database/database.ts'
import { type Sql, sql } from '../../infra/database/statements/sql.ts'

/** Letters of other alphabets, and of Turkish, that people take for these of Latin. */
const LOOKS_LIKE = ['ıİіӏιаαсеєһјκкοоρрѕτтυѵνхχуγԁԛԝ', 'iiiliaaceehjkkooppsttuvvxxyydqw'] as const
const INVISIBLE = '[\\u0307\\u00ad\\u200b-\\u200f\\u2060\\ufeff]'
/** SQL that gives one text for all names that look the same: letters, compatible forms, and invisible characters. */
const lookOf = (text: Sql): Sql =>
  sql`translate(regexp_replace(lower(normalize(${text}, NFKC)), ${INVISIBLE}, '', 'g'), ${LOOKS_LIKE[0]}, ${LOOKS_LIKE[1]})`

/** Returns true if another user has a different name or address that looks like this one. */
export const hasLookalike = async (tx: Tx, tenantId: string, id: string, written: string): Promise<boolean> => {
  const look = lookOf(sql`${written}::text`)
  const alike = (column: Sql) => sql`(lower(${column}) <> lower(${written}) and ${lookOf(column)} = ${look})`
  const rows = await tx.query(
    sql`select 1 from users where tenant_id = ${tenantId} and id <> ${id} and not is_deleted
       and (${alike(sql`username`)} or ${alike(sql`email`)}) limit 1`,
  )
  return rows.length > 0
}
