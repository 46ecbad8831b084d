/** What banks' test hosts have answered, and posted back after challenges. */
import { readFileSync } from 'node:fs'

export type Face = 'nestpay' | 'garanti' | 'payfor' | 'posnet' | 'akbank' | 'interpos' | 'kuveyt'
/** An element of XML, or a member of JSON: its text or number, its elements, or a list of it. */
export type Tree = string | number | boolean | { [name: string]: Tree } | Tree[]

interface Recorded {
  readonly answers: Record<string, Record<string, Tree>>
  readonly callbacks: Record<string, Record<string, string>>
  /** Pages that a bank answers for the browser. */
  readonly pages?: Record<string, string>
}

/** iyzico's are signed anew, in a test of their own. */
export const recorded: Record<Face | 'iyzico', Recorded> = JSON.parse(
  readFileSync(new URL('../fixtures/recorded-answers.json', import.meta.url), 'utf8'),
)
