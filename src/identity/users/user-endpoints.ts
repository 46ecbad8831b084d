/** Users: the table of contents. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { LoginThrottle } from '../login/login-throttle.ts'
import type { Passwords } from '../login/passwords.ts'
import { confirmUser, confirmUserAsPlatform } from './confirm-user.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { getUser } from './get-user.ts'
import { invitationEndpoints } from './invitation-endpoints.ts'
import { inviteUser } from './invite-user.ts'
import { listUserRoles } from './list-user-roles.ts'
import { listUsers } from './list-users.ts'
import { resetPassword } from './reset-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import type { Inviting } from './send-invitation.ts'
import { updateUser } from './update-user.ts'

export const userEndpoints = (passwords: Passwords, guard: LoginThrottle, realms: Inviting): readonly Endpoint[] => [
  listUsers,
  createUser(passwords),
  inviteUser(realms),
  ...invitationEndpoints(realms),
  listUserRoles,
  getUser,
  updateUser,
  deleteUser,
  resetPassword(passwords, guard),
  resetSecondFactor,
  confirmUser,
  confirmUserAsPlatform,
]
