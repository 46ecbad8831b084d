/** What a shop's page and the frame tell each other, over a channel that only the two have. */
import type { CardFacts } from './card-form.ts'

export interface ToFrame {
  type: 'tokenize' | 'focus'
  id: number
}

export interface FieldsProblem {
  code: string
  /** Of the card; null: none is to blame. */
  field: string | null
  /** In the shopper's language. */
  message: string
}

export interface CardToken {
  card_token: string
  expires_at: string
  scheme: string | null
  bin: string
  last_four: string
  installments: number[]
}

export type FromFrame =
  | { type: 'ready'; ignored: string[] }
  | { type: 'size'; height: number }
  | { type: 'card'; card: CardFacts }
  | { type: 'submit' }
  | { type: 'token'; id: number; token: CardToken }
  | { type: 'problem'; id: number; problem: FieldsProblem }
