/** Description of a kind of fault. */

/**
 * `call`: before postings. `books`: in the postings. `answer`: after them. `callback` and `notice`: in the posted
 * message. `file` and `file_row`: in the day's file.
 */
export type Place = 'call' | 'books' | 'answer' | 'callback' | 'notice' | 'file' | 'file_row'

export interface FaultKind {
  readonly place: Place
  /** Parameters with their defaults. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>
  readonly does: string
  /** Applies only after 3D Secure. */
  readonly authenticated?: true
  /** Domain of a ledger fault; cards if absent. */
  readonly on?: 'transfers' | 'both'
}
