/**
 * What a write does, where that is less than to move money out, to decide, or to change who is paid, who hears, who may do what or
 * what is checked. Why each needs no password in the console: src/console/step-up.ts.
 */
export type Effect =
  | 'takes-money'
  | 'gives-back'
  | 'proposes'
  | 'stops'
  | 'notes'
  | 'repeats'
  | 'computes'
  | 'proves-itself'
  | 'sandbox'
