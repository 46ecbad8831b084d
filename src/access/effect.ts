/**
 * The effect of a write that neither moves money out, nor decides, nor changes who is paid, who is notified, who may do what or
 * what is checked. The reasons why none of these effects needs a password in the console are in src/console/step-up.ts.
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
