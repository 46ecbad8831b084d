/** Ids that this person has just written, so that the stream's reports about them are not shown as news. */

/** Jobs finish most of the work that a write starts within this time. */
const OWN_MS = 60_000
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const written = new Map<string, number>()

/** Records every id in what was sent or received. */
export const noteOwnWrite = (content: unknown): void => {
  const now = Date.now()
  for (const [id, at] of written) if (now - at > OWN_MS) written.delete(id)
  for (const [id] of (JSON.stringify(content) ?? '').matchAll(UUID)) written.set(id.toLowerCase(), now)
}

export const isOwnWrite = (id: string): boolean => Date.now() - (written.get(id.toLowerCase()) ?? 0) <= OWN_MS
