/** What there is to know about a kind of fault. */

/** `call`: before anything is booked. `books`: in what is booked. `answer`: after it. `callback` and `notice`: in what is posted. */
export type Place = 'call' | 'books' | 'answer' | 'callback' | 'notice'

export interface FaultKind {
  readonly place: Place
  /** Parameters and what they are when not given. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>
  readonly does: string
  /** Only after 3D Secure. */
  readonly authenticated?: true
  /** Of those in the books: whose they are; cards' when absent. */
  readonly on?: 'transfers' | 'both'
}
