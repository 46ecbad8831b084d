/** Whether a bank's masked card number can be that of our card: first six and last four, where present. */
import type { Secret } from '../../core/secret.ts'

/** Our number may be masked itself, once it was erased. */
export const matchesMaskedCard = (masked: string, number: Secret): boolean => {
  const shown = /^([0-9]{6})[0-9]*[*xX]+[0-9*xX]*?([0-9]{4})$/.exec(masked.replaceAll(' ', ''))
  if (!shown) return true
  return number.use((ours) => ours.startsWith(shown[1]!) && ours.endsWith(shown[2]!))
}
