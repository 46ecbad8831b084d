/** Keys the service itself reads: what they may be set to, and that they are the whole tenant's. */

export type KnownKind =
  | { readonly whole: { readonly least: number; readonly most: number } }
  | { readonly oneOf: readonly string[] }

export interface KnownSetting {
  readonly key: string
  readonly kind: KnownKind
  /** A change from this value needs a second person. `standard`: the value when none is set. */
  readonly strict?: { readonly value: string; readonly standard: string }
  /** An empty value is the default. */
  readonly mayBeEmpty?: boolean
}

/** Listed among the settings and written elsewhere: the payment policy of the tenant, which its platform sets. */
export const MIRRORED: readonly string[] = ['allow_non_3d', 'preferred_three_d_flow']

/** What is wrong with a value, or null. */
export const checkKnownSetting = ({ kind, mayBeEmpty }: KnownSetting, value: string): string | null => {
  if (mayBeEmpty && value === '') return null
  if ('oneOf' in kind) return kind.oneOf.includes(value) ? null : `must be one of ${kind.oneOf.join(', ')}`
  const { least, most } = kind.whole
  const isInside = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
  return isInside ? null : `must be a whole number from ${least} to ${most}`
}
