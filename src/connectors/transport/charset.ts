/** Bytes to text and back in the charsets banks use; an unexpected charset is not decoded. */
import iconv from 'iconv-lite'

export type Charset = 'iso-8859-9' | 'utf-8'

/** A character that iso-8859-9 lacks becomes a question mark. */
export const encodeText = (text: string, charset: Charset): Buffer =>
  charset === 'utf-8' ? Buffer.from(text, 'utf8') : iconv.encode(text, charset)

/** Returns undefined if the label is unknown, or the bytes are not of that charset. */
export const decodeText = (bytes: Uint8Array, label: string): string | undefined => {
  switch (label.trim().toLowerCase()) {
    case 'utf-8':
    case 'utf8':
      return decodeUtf8(bytes)
    case 'iso-8859-9':
    case 'latin5':
    case 'windows-1254':
      return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'iso-8859-9')
    case 'iso-8859-1':
    case 'us-ascii':
      return Buffer.from(bytes).toString('latin1')
    default:
      return undefined
  }
}

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The charset a Content-Type names. */
export const charsetOfType = (contentType: string | null): string | undefined =>
  /;\s*charset\s*=\s*"?([\w-]+)"?/i.exec(contentType ?? '')?.[1]
