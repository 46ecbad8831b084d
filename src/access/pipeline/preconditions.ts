/**
 * Entity tags of resources that people edit. The GET of a tagged operation returns an ETag, a hash of its response; a write that
 * sends it back in If-Match is undone with 412 if it replaced another state. The comparison uses the state that the write itself
 * read under its lock, in the transaction of the write, so no other change can come between the two.
 */
import { hash } from 'node:crypto'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Answer, Endpoint } from '../endpoint.ts'
import { acceptsIfMatch } from './common-errors.ts'

/** Any: `*`. */
export type WantedTags = readonly string[] | '*'

const tagOf = (state: object, unseen: Buffer | null = null): string =>
  `"${hash('sha256', `${JSON.stringify(state)}${unseen?.toString('hex') ?? ''}`, 'base64url').slice(0, 22)}"`

export const withTag = (spec: Pick<Endpoint, 'isTagged' | 'method'>, answer: Answer): Answer =>
  spec.isTagged && spec.method === 'GET' && answer.status === 200
    ? {
        ...answer,
        headers: { ...answer.headers, etag: tagOf(answer.tagged ?? (answer.body as object), answer.taggedUnseen) },
      }
    : answer

/** A comma may occur within the quotes, and there may be several between the tags of a list. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/
const TAGS = new RegExp(`^[,\\s]*${TAG.source}(?:\\s*,[,\\s]*${TAG.source})*[,\\s]*$`)

/** Returns null if the operation takes no tag, or none was sent. A weak tag equals no other. */
export const readIfMatch = (
  spec: Pick<Endpoint, 'isTagged' | 'method'>,
  header: string | string[] | undefined,
): WantedTags | null => {
  if (!acceptsIfMatch(spec) || header === undefined) return null
  const sent = String(header).trim()
  if (sent === '*') return '*'
  if (!TAGS.test(sent))
    throw fieldProblem('If-Match', 'invalid_format', phrase`is an ETag as it was answered, in its quotes`)
  return sent.match(new RegExp(TAG, 'g')) ?? []
}

/** Throws precondition_failed where the answer's write replaced something that has none of the tags. */
export const checkMatch = async (tx: Tx, tenantId: string, wanted: WantedTags, answer: Answer): Promise<void> => {
  const [change] = [answer.change ?? []].flat()
  const replaced = answer.tagged ?? change?.before
  if (!replaced) throw new Error('a tagged write says what it replaced')
  const etag = tagOf(replaced, answer.taggedUnseen)
  if (wanted === '*' || wanted.includes(etag)) return
  throw new Problem('precondition_failed', {
    detail: phrase`It was changed since you read it: \`current\` is what is there now. Compare, then send the change again with \`etag\` in If-Match.`,
    extra: { etag, current: replaced, ...(await findLastChange(tx, tenantId, change?.id ?? null)) },
  })
}

/** Finds by whom and when the resource was last changed, if the audit log knows. */
const findLastChange = async (tx: Tx, tenantId: string, id: string | null): Promise<object> => {
  if (id === null) return {}
  const [last] = await tx.query<{ actor: string | null; at: Date }>(
    sql`select actor, at from audit_log where tenant_id = ${tenantId} and target_id = ${id} and outcome = 'done' order by seq desc limit 1`,
  )
  return last === undefined ? {} : { changed_by: last.actor, changed_at: isoTime(last.at) }
}
