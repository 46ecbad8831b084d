/** Recognizes a file's type by its first bytes, whatever its sender calls it. */

export const EVIDENCE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type EvidenceType = (typeof EVIDENCE_TYPES)[number]

const BEGINNINGS: readonly (readonly [EvidenceType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
]

/** Returns undefined for a file of no accepted type. */
export const detectMediaType = (file: Buffer): EvidenceType | undefined =>
  BEGINNINGS.find(([, beginning]) => file.subarray(0, beginning.length).equals(beginning))?.[0]

export const EXTENSIONS: Readonly<Record<EvidenceType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
