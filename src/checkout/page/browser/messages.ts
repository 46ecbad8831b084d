/** Messages between a shop's page and the frame, over a channel that only they have. */
import type { CardFacts } from './card-form.ts'

export interface ToFrame {
  type: 'tokenize' | 'focus'
  id: number
}

export interface FieldsProblem {
  code: string
  /** The field of the card with the error; null if no field has one. */
  field: string | null
  /** Message in the shopper's language. */
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
