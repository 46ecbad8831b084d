/** Decides which change of a user allows more than before, member by member: a second person confirms before the user decides. */
import type { UserRow } from './user-store.ts'

type Settable =
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'company_name'
  | 'roles'
  | 'merchant_id'
  | 'enabled'
  | 'pending_approval'
type Reach = Pick<UserRow, Settable>
type Loosening =
  | { readonly isLooser: (before: Reach, after: Reach) => boolean }
  /** Reason why one person may change it. */
  | { readonly never: string }

const FOR_PEOPLE = { never: 'It is a name for people' } as const
export const mayLogIn = ({ enabled, pending_approval }: Pick<Reach, 'enabled' | 'pending_approval'>): boolean =>
  enabled && !pending_approval
const lettingIn = { isLooser: (before: Reach, after: Reach) => mayLogIn(after) && !mayLogIn(before) }

export const USER_LOOSENS = {
  /** A link for a new password may be sent to it. */
  email: { isLooser: (before, after) => after.email !== before.email },
  first_name: FOR_PEOPLE,
  last_name: FOR_PEOPLE,
  company_name: FOR_PEOPLE,
  roles: { isLooser: (before, after) => after.roles.some((role) => !before.roles.includes(role)) },
  /** The old merchant applies until the confirmation, because the user's links and payments belong to it. */
  merchant_id: { isLooser: (before, after) => after.merchant_id !== before.merchant_id },
  enabled: lettingIn,
  pending_approval: lettingIn,
} as const satisfies Record<Settable, Loosening>

export const isLoosened = (before: Reach, after: Reach): boolean =>
  Object.values<Loosening>(USER_LOOSENS).some(
    (loosening) => 'isLooser' in loosening && loosening.isLooser(before, after),
  )
