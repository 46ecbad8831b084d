/** Normalizes a code as people type it: apps show it in two groups. */
export const toCode = (typed: string | undefined): string => (typed ?? '').replaceAll(/\s/g, '')

/** Leaves the code out if it was not asked for. */
export const codeIn = (typed: string | undefined): { otp?: string } => {
  const otp = toCode(typed)
  return otp === '' ? {} : { otp }
}
