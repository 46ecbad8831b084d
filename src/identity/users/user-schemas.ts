/** Shapes of users on the wire: camelCase in an envelope, only this resource (docs/interface/identity.md#users). */
import { type Static, type TSchema, Type } from 'typebox'
import { waitingQuery } from '../../access/waits-for.ts'
import { HasNextPage, HasPreviousPage, PageCount, PageNumber, RowCount } from '../../core/members/record-members.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../core/pagination.ts'
import { described, Nullable, NullableText, Text } from '../../core/schema.ts'
import { ShownChange } from '../confirmation/named-change.ts'
import { MailLanguage } from '../links/mail-texts.ts'
import { NewPassword } from '../login/password-policy.ts'

export const User = Type.Object(
  {
    id: Type.String({ description: 'Id of the user.' }),
    username: Type.String({ description: 'Name the user signs in with.' }),
    email: Type.String({ description: 'E-mail address of the user.' }),
    firstName: NullableText('First name of the user; null when it is not known.'),
    lastName: NullableText('Family name of the user; null when it is not known.'),
    enabled: Type.Boolean({ description: 'Whether the user may sign in.' }),
    emailVerified: Type.Boolean({ description: "Whether the e-mail address was proven to be the user's." }),
    createdTimestamp: Type.Integer({
      format: 'int64',
      description: 'Time at which the user was created, in milliseconds since 1970.',
    }),
    roles: Type.Array(Type.String(), { description: 'Roles of the user, which decide what the user may do.' }),
    tenantId: NullableText('Id of the tenant that the user belongs to; null for the platform.'),
    merchantId: NullableText(
      'Id of the merchant that the user is bound to; null when the user works for the whole tenant.',
    ),
    companyName: NullableText('Company that the user works for; null when it is not known.'),
    pendingApproval: Type.Boolean({ description: 'Whether the user waits for approval before the first sign-in.' }),
    needsConfirmation: Type.Boolean({
      description:
        'Whether a second person still has to confirm the user, who until then decides, sends and approves nothing.',
    }),
    changeId: ShownChange,
    awaited: Nullable(
      Type.Object(
        {
          merchantId: NullableText(
            'Id of the merchant that the user will be bound to; null: none, the user works for the whole tenant.',
          ),
        },
        { description: 'Change of the merchant that a second person still has to confirm; null when there is none.' },
      ),
    ),
    waitingMembers: Type.Array(Type.String(), {
      description:
        'Members changed since the user was last confirmed: email, roles, password, second_factor and others; also empty for a new user.',
    }),
    invitedUntil: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Time until which the link of the invitation is valid, or was; null when there is none, or it was used or withdrawn.',
      }),
    ),
  },
  { $id: 'User' },
)
export type UserBody = Static<typeof User>

const UserPage = Type.Object(
  {
    items: Type.Array(User, { description: 'Users on this page.' }),
    pageNumber: PageNumber,
    totalPages: PageCount,
    totalCount: RowCount,
    hasPreviousPage: HasPreviousPage,
    hasNextPage: HasNextPage,
  },
  { $id: 'UserPage' },
)
const UserRole = Type.Object(
  {
    name: Type.String({ description: 'Name of the role, as users and keys are given it.' }),
    description: NullableText('Description of the role, for people; null when there is none.'),
  },
  { $id: 'UserRole' },
)

const enveloped = (data: TSchema, name: string) =>
  Type.Object(
    {
      message: NullableText('Always null: messages come only with problem documents.'),
      isSuccess: Type.Boolean({
        description: 'Always true: a call that fails is answered with a problem document instead.',
      }),
      code: NullableText('Always null: error codes come only with problem documents.'),
      data: described(data, 'Result of the call.'),
    },
    { $id: name },
  )
export const UserEnvelope = enveloped(User, 'UserEnvelope')
export const UserPageEnvelope = enveloped(UserPage, 'UserPageEnvelope')
export const UserRolesEnvelope = enveloped(Type.Array(UserRole), 'UserRolesEnvelope')

export const inEnvelope = (data: unknown) => ({ message: null, isSuccess: true, code: null, data })

const maybe = Type.Optional
const ROLES_MAX = 30 // there are fourteen built-in ones
const roles = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: ROLES_MAX,
  description: 'Roles of the user, built-in ones and those of the tenant; GET /users/roles lists them.',
})
const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address of the user, unique without regard to case.',
})
const names = {
  firstName: maybe(Text(100, { description: 'First name of the user.' })),
  lastName: maybe(Text(100, { description: 'Family name of the user.' })),
  companyName: maybe(Text(200, { description: 'Company that the user works for.' })),
}

export const CreateUser = Type.Object(
  {
    username: Text(100, {
      minLength: 3,
      description: 'Name the user signs in with, unique without regard to case; it cannot be changed.',
    }),
    email,
    ...names,
    password: maybe(NewPassword),
    enabled: maybe(Type.Boolean({ description: 'Whether the user may sign in, true by default.' })),
    roles,
    merchantId: maybe(
      Type.String({
        format: 'uuid',
        description: 'Id of the merchant that the user is bound to; when absent, the user works for the whole tenant.',
      }),
    ),
  },
  { $id: 'CreateUser' },
)
export type CreateUserBody = Static<typeof CreateUser>

export const InviteUser = Type.Object(
  {
    email,
    username: maybe(
      Text(100, {
        minLength: 3,
        description: 'Name the user signs in with, by default the e-mail address; unique, and it cannot be changed.',
      }),
    ),
    ...names,
    roles,
    merchantId: maybe(
      Type.String({
        format: 'uuid',
        description: 'Id of the merchant that the user is bound to; when absent, the user works for the whole tenant.',
      }),
    ),
    language: MailLanguage,
  },
  { $id: 'InviteUser' },
)
export type InviteUserBody = Static<typeof InviteUser>

export const SendInvitation = Type.Object({ language: MailLanguage }, { $id: 'SendInvitation' })

export const UpdateUser = Type.Object(
  {
    email: maybe(described(email, 'E-mail address of the user; when absent it stays as it is.')),
    ...names,
    enabled: maybe(
      Type.Boolean({ description: 'Whether the user may sign in; false also ends every session of the user.' }),
    ),
    roles: maybe(roles),
    merchantId: maybe(
      Type.String({
        pattern: '^(?:[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$',
        description: 'Id of the merchant that the user is bound to; an empty text binds the user to none.',
      }),
    ),
    pendingApproval: maybe(
      Type.Boolean({
        description: 'Whether the user waits for approval; false approves a user who waits, true makes one wait.',
      }),
    ),
  },
  { $id: 'UpdateUser' },
)
export type UpdateUserBody = Static<typeof UpdateUser>

export const ResetPassword = Type.Object(
  {
    password: NewPassword,
    temporary: maybe(
      Type.Boolean({
        default: false,
        description: 'Whether the password is temporary: the user has to change it before signing in.',
      }),
    ),
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
  MerchantId: maybe(
    Type.String({
      maxLength: 100,
      description: 'Only users of the merchant with this id or this identifier of yours.',
    }),
  ),
  Pending: maybe(Type.Boolean({ description: 'Whether only users who wait for approval are listed.' })),
  PageNumber: maybe(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 2_147_483_647,
      default: 1,
      description: 'Number of the page of users to read; 1 is the first.',
    }),
  ),
  PageSize: maybe(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
      description: 'Number of users on a page.',
    }),
  ),
  Waits: waitingQuery.waits,
  WaitsFor: waitingQuery.waits_for,
  SearchTerm: maybe(
    Type.String({
      maxLength: 100,
      description: 'Text to search for in user name, e-mail address, first and family name.',
    }),
  ),
})

const version = Type.String({ description: 'Version of the interface, 1 or 1.0.' })
export const VersionParams = Type.Object({ version })
export const UserParams = Type.Object({ version, id: Type.String({ format: 'uuid', description: 'Id of the user.' }) })
