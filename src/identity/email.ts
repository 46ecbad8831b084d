/** An email address, as far as its form can tell. */
import { Type } from 'typebox'

export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@.]+$',
  description: 'Email address',
})
