/** An email address in a body. */
import { Type } from 'typebox'

export const Email = Type.String({ format: 'email', maxLength: 254, description: 'Email address' })
