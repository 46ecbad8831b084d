/** Our reference as a bank accepts it: unchanged, or not at all. A truncated one could collide with another order. */

export const toBankOrderId =
  (form: RegExp) =>
  ({ reference }: { readonly reference: string }): string => {
    if (!form.test(reference)) throw new Error('the reference does not fit this bank')
    return reference
  }
