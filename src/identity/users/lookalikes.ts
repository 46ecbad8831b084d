/** Names and addresses of users that are different and look the same: people could confirm, or write to, the wrong user. */
import type { Tx } from '../../infra/database/database.ts'

/** Letters of other alphabets, and of Turkish, that people take for these of Latin. */
const LOOKS_LIKE = ['ıİіӏιаαсеєһјκкοоρрѕτтυѵνхχуγԁԛԝ', 'iiiliaaceehjkkooppsttuvvxxyydqw'] as const
/** SQL that gives one text for all names that look the same: letters, compatible forms, and invisible characters. */
const lookOf = (text: string): string =>
  `translate(regexp_replace(lower(normalize(${text}, NFKC)), '[\\u0307\\u00ad\\u200b-\\u200f\\u2060\\ufeff]', '', 'g'), '${LOOKS_LIKE[0]}', '${LOOKS_LIKE[1]}')`

/** Returns true if another user has a different name or address that looks like this one. */
export const hasLookalike = async (tx: Tx, tenantId: string, id: string, written: string): Promise<boolean> => {
  const alike = (column: string) => `(lower(${column}) <> lower($3) and ${lookOf(column)} = ${lookOf('$3::text')})`
  const rows = await tx.query(
    `select 1 from users where tenant_id = $1 and id <> $2 and not is_deleted
       and (${alike('username')} or ${alike('email')}) limit 1`,
    [tenantId, id, written],
  )
  return rows.length > 0
}
