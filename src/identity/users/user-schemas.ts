/** Shapes of users on the wire: camelCase in an envelope, only this resource (docs/interface/identity.md#users). */
import { type Static, type TSchema, Type } from 'typebox'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../core/pagination.ts'
import { Nullable, Text } from '../../core/schema.ts'
import { ShownChange } from '../confirmation/named-change.ts'
import { MailLanguage } from '../links/mail-texts.ts'
import { NewPassword } from '../login/password-policy.ts'

const MaybeText = Nullable(Type.String())
export const User = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    email: Type.String(),
    firstName: MaybeText,
    lastName: MaybeText,
    enabled: Type.Boolean(),
    emailVerified: Type.Boolean(),
    createdTimestamp: Type.Integer({ format: 'int64', description: 'Milliseconds since 1970' }),
    roles: Type.Array(Type.String()),
    tenantId: MaybeText,
    merchantId: MaybeText,
    companyName: MaybeText,
    pendingApproval: Type.Boolean(),
    needsConfirmation: Type.Boolean({
      description: 'Decides, sends and approves nothing until a second person confirms the user',
    }),
    changeId: ShownChange,
    awaited: Nullable(
      Type.Object(
        { merchantId: MaybeText },
        { description: 'Another merchant of the user: it counts once a second person has confirmed it; null: none' },
      ),
    ),
    waitingMembers: Type.Array(Type.String(), {
      description:
        'What was changed since the user was last confirmed: email, roles, password, second_factor, ...; empty also of a user who is new',
    }),
    invitedUntil: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Until when the link of an invitation counts, or has counted; null: none, or it was used or withdrawn',
      }),
    ),
  },
  { $id: 'User' },
)
export type UserBody = Static<typeof User>

const UserPage = Type.Object(
  {
    items: Type.Array(User),
    pageNumber: Type.Integer({ format: 'int32' }),
    totalPages: Type.Integer({ format: 'int32' }),
    totalCount: Type.Integer({ format: 'int32' }),
    hasPreviousPage: Type.Boolean(),
    hasNextPage: Type.Boolean(),
  },
  { $id: 'UserPage' },
)
const UserRole = Type.Object({ name: Type.String(), description: MaybeText }, { $id: 'UserRole' })

const enveloped = (data: TSchema, name: string) =>
  Type.Object({ message: MaybeText, isSuccess: Type.Boolean(), code: MaybeText, data }, { $id: name })
export const UserEnvelope = enveloped(User, 'UserEnvelope')
export const UserPageEnvelope = enveloped(UserPage, 'UserPageEnvelope')
export const UserRolesEnvelope = enveloped(Type.Array(UserRole), 'UserRolesEnvelope')

export const inEnvelope = (data: unknown) => ({ message: null, isSuccess: true, code: null, data })

const maybe = Type.Optional
const ROLES_MAX = 30 // there are fourteen built-in ones
const roles = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: ROLES_MAX,
  description: 'Built-in roles and the tenant’s own; GET /users/roles lists them',
})
const email = Type.String({ format: 'email', maxLength: 254, description: 'Of one user only, compared without case' })
const names = {
  firstName: maybe(Text(100)),
  lastName: maybe(Text(100)),
  companyName: maybe(Text(200)),
}

export const CreateUser = Type.Object(
  {
    username: Text(100, { minLength: 3, description: 'Of one user only, compared without case; it cannot be changed' }),
    email,
    ...names,
    password: maybe(NewPassword),
    enabled: maybe(Type.Boolean({ description: 'Default true' })),
    roles,
    merchantId: maybe(Type.String({ format: 'uuid', description: 'Binds the user to one merchant' })),
  },
  { $id: 'CreateUser' },
)
export type CreateUserBody = Static<typeof CreateUser>

export const InviteUser = Type.Object(
  {
    email,
    username: maybe(
      Text(100, { minLength: 3, description: 'Default: the e-mail address. Of one user only; it cannot be changed' }),
    ),
    ...names,
    roles,
    merchantId: maybe(Type.String({ format: 'uuid', description: 'Binds the user to one merchant' })),
    language: MailLanguage,
  },
  { $id: 'InviteUser' },
)
export type InviteUserBody = Static<typeof InviteUser>

export const SendInvitation = Type.Object({ language: MailLanguage }, { $id: 'SendInvitation' })

export const UpdateUser = Type.Object(
  {
    email: maybe(email),
    ...names,
    enabled: maybe(Type.Boolean({ description: 'false: no login, and every session ends' })),
    roles: maybe(roles),
    merchantId: maybe(
      Type.String({
        pattern: '^(?:[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$',
        description: 'Binds the user to one merchant; empty: to none',
      }),
    ),
    pendingApproval: maybe(Type.Boolean({ description: 'false approves a user who waits; true makes one wait' })),
  },
  { $id: 'UpdateUser' },
)
export type UpdateUserBody = Static<typeof UpdateUser>

export const ResetPassword = Type.Object(
  {
    password: NewPassword,
    temporary: maybe(Type.Boolean({ default: false, description: 'true: no login until its owner has changed it' })),
  },
  { $id: 'ResetPassword' },
)

/** Members are taken in the spelling of the other resources, too. */
export const SNAKE_CASE: Readonly<Record<string, string>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  company_name: 'companyName',
  merchant_id: 'merchantId',
  pending_approval: 'pendingApproval',
  change_id: 'changeId',
}

export const ListUsersQuery = Type.Object({
  MerchantId: maybe(Type.String({ maxLength: 100, description: 'Id of a merchant, or your own identifier of it' })),
  Pending: maybe(Type.Boolean({ description: 'true = only users who wait for approval' })),
  PageNumber: maybe(Type.Integer({ format: 'int32', minimum: 1, maximum: 2_147_483_647, default: 1 })),
  PageSize: maybe(Type.Integer({ format: 'int32', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
  SearchTerm: maybe(Type.String({ maxLength: 100, description: 'In user name, email address, first and last name' })),
})

const version = Type.String({ description: '1 or 1.0' })
export const VersionParams = Type.Object({ version })
export const UserParams = Type.Object({ version, id: Type.String({ format: 'uuid' }) })
