/** The data that a device stores about a person: tenant and user, so that neither has to be typed. */
import { isUuid } from '../../core/id.ts'

const BYTES = 32

export const toUserHandle = (tenantId: string, userId: string): Buffer =>
  Buffer.from(`${tenantId}${userId}`.replaceAll('-', ''), 'hex')

export const readUserHandle = (handle: string | undefined): { tenantId: string; userId: string } | null => {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  if (bytes.length !== BYTES) return null
  const [tenantId, userId] = [bytes.subarray(0, BYTES / 2), bytes.subarray(BYTES / 2)].map(toUuid) as [string, string]
  return isUuid(tenantId) && isUuid(userId) ? { tenantId, userId } : null
}

const toUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
