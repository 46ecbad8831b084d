/**
 * Derives a reference for lines that have none from the content of the line: the same line never creates a transfer
 * twice, even if the file was corrected elsewhere, sorted or saved in another format between two attempts. The choice
 * for all lines is not part of it, so that a list is not paid again by another transfer type.
 */
import { hashBytes } from './hash.ts'
import type { ImportLine } from './lines.ts'

const LENGTH = 24

/** Equal lines are numbered: a line that is twice in the file is paid twice. */
export const withReferences = async (lines: readonly ImportLine[]): Promise<ImportLine[]> => {
  const seen = new Map<string, number>()
  const made: ImportLine[] = []
  for (const { line, item } of lines) {
    if (item.external_id !== undefined) {
      made.push({ line, item })
      continue
    }
    const { recipient, amount, description, scheduled_date } = item
    const { holder_name, iban, account_number, tax_id } = recipient
    const said = JSON.stringify([holder_name, iban, account_number, tax_id, amount, description, scheduled_date])
    const times = (seen.get(said) ?? 0) + 1
    seen.set(said, times)
    const hash = await hashBytes(new TextEncoder().encode(said))
    made.push({ line, item: { ...item, external_id: `import-${hash.slice(0, LENGTH)}-${times}` } })
  }
  return made
}
