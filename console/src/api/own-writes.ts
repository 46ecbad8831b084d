/** What this person has just written: what the stream says of it is no news to them. */

/** Jobs finish most of what a write begins in this time. */
const OWN_MS = 60_000
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const written = new Map<string, number>()

/** Every id in what was sent or answered. */
export const noteOwnWrite = (content: unknown): void => {
  const now = Date.now()
  for (const [id, at] of written) if (now - at > OWN_MS) written.delete(id)
  for (const [id] of (JSON.stringify(content) ?? '').matchAll(UUID)) written.set(id.toLowerCase(), now)
}

export const isOwnWrite = (id: string): boolean => Date.now() - (written.get(id.toLowerCase()) ?? 0) <= OWN_MS
