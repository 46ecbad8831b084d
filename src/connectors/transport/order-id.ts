/** Our reference as a bank takes it: unchanged, or not at all. One that were cut could be somebody else's order. */

export const toBankOrderId =
  (form: RegExp) =>
  ({ reference }: { readonly reference: string }): string => {
    if (!form.test(reference)) throw new Error('the reference does not fit this bank')
    return reference
  }
