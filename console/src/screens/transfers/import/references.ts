/**
 * A reference for lines that have none, of what the line says: the same line makes no transfer twice, though the file was corrected elsewhere,
 * sorted or saved in another form between two tries. What was chosen for all lines is not among it: nobody repeats a list by another way.
 */
import { hashOf } from './hash.ts'
import type { ImportLine } from './lines.ts'

const LENGTH = 24

/** Of lines that say the same the first is the first, the second the second: paid twice where the file has it twice. */
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
    const hash = await hashOf(new TextEncoder().encode(said))
    made.push({ line, item: { ...item, external_id: `import-${hash.slice(0, LENGTH)}-${times}` } })
  }
  return made
}
