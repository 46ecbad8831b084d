/** Names of files: kept without folders, and written into a header that no name can break. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { type EvidenceType, EXTENSIONS } from './media-type.ts'

/** The last part of a path; the standard name where nothing is left of it. */
export const toFileName = (sent: string | undefined, type: EvidenceType): string => {
  const last = sent?.split(/[/\\]/).at(-1)?.trim() ?? ''
  return last === '' || /^\.+$/.test(last) ? `evidence.${EXTENSIONS[type]}` : maskCardNumbers(last)
}

/** RFC 6266: an ASCII name for old programs, and the full name next to it. */
export const toContentDisposition = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`
}
