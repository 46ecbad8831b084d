/**
 * Creates and changes a person, confirms what another administrator did, and removes credentials. It is in one piece
 * because it is a list of dialogs, one for each action.
 */
import type { ReactNode } from 'react'
import type { CreateUser, InviteUser, UpdateUser, User } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteUsersById,
  deleteUsersByIdInvitation,
  getUsersById,
  getUsersRoles,
  postUsers,
  postUsersByIdConfirm,
  postUsersByIdInvitation,
  postUsersByIdResetPassword,
  postUsersByIdResetSecondFactor,
  postUsersInvitations,
  putUsersById,
} from '../../generated/operations.ts'
import { Awaited } from '../../parts/record/awaited.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'
import { useMerchantName, WithdrawMerchantDialog } from './withdraw-merchant.tsx'

export type PersonDeed =
  | { readonly kind: 'new' }
  | { readonly kind: 'invite' }
  | {
      readonly kind:
        | 'edit'
        | 'confirm'
        | 'password'
        | 'factor'
        | 'remove'
        | 'invite-again'
        | 'withdraw'
        | 'withdraw-merchant'
      readonly user: User
    }

export const formatName = ({ firstName, lastName, username }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username

interface DialogProps {
  readonly user: User
  readonly onClose: () => void
}

export const PersonDialog = ({ deed, onClose }: { deed: PersonDeed; onClose: () => void }): ReactNode => {
  if (deed.kind === 'new') return <NewDialog onClose={onClose} />
  if (deed.kind === 'invite') return <InviteDialog onClose={onClose} />
  if (deed.kind === 'invite-again') return <InviteAgainDialog user={deed.user} onClose={onClose} />
  if (deed.kind === 'withdraw') return <WithdrawDialog user={deed.user} onClose={onClose} />
  if (deed.kind === 'withdraw-merchant') return <WithdrawMerchantDialog user={deed.user} onClose={onClose} />
  if (deed.kind === 'edit') return <EditDialog user={deed.user} onClose={onClose} />
  if (deed.kind === 'password') return <PasswordDialog user={deed.user} onClose={onClose} />
  if (deed.kind === 'factor') return <FactorDialog user={deed.user} onClose={onClose} />
  if (deed.kind === 'confirm') return <ConfirmDialog user={deed.user} onClose={onClose} />
  return (
    <RemoveDialog
      operation={deleteUsersById}
      input={{ path: { id: deed.user.id } }}
      name={formatName(deed.user)}
      onClose={onClose}
    />
  )
}

/** Roles have the interface's names, with their purpose next to them. */
const useMembers = (): readonly Member<UpdateUser>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const roles = useRead(getUsersRoles, {})
  return [
    { name: 'email', label: record.email, isRequired: true, maxLength: 200 },
    { name: 'firstName', label: words.firstName, maxLength: 100 },
    { name: 'lastName', label: words.lastName, maxLength: 100 },
    { name: 'companyName', label: words.company, maxLength: 200 },
    {
      name: 'roles',
      label: words.roles,
      kind: 'many',
      options: (roles.data?.data ?? []).map(({ name }) => [name, name]),
    },
    { name: 'merchantId', label: words.merchant, kind: 'pick', options: useMerchantOptions() },
    { name: 'enabled', label: words.enabled, kind: 'yes' },
  ]
}

const NewDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const members = useMembers() as readonly Member<CreateUser>[]
  return (
    <RecordDialog
      operation={postUsers}
      title={words.add}
      members={[
        { name: 'username', label: words.username, isRequired: true, maxLength: 100 },
        ...members,
        { name: 'password', label: words.password, kind: 'secret', hint: words.passwordHint },
      ]}
      of={{ enabled: true }}
      onClose={onClose}
    />
  )
}

/** An invited person has no access before the link is used, so there is no switch for it. */
const InviteDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const members = useMembers().filter(({ name }) => name !== 'enabled') as readonly Member<InviteUser>[]
  return (
    <RecordDialog
      operation={postUsersInvitations}
      title={words.invite}
      hint={words.inviteHint}
      members={[
        ...members,
        { name: 'username', label: words.username, maxLength: 100, hint: words.userNameHint },
        {
          name: 'language',
          label: words.mailLanguage,
          kind: 'pick',
          options: [
            ['tr', 'Türkçe'],
            ['en', 'English'],
          ],
        },
      ]}
      of={{ language: useLanguage() }}
      submit={words.sendInvitation}
      said={words.invitationSent}
      onClose={onClose}
    />
  )
}

const InviteAgainDialog = ({ user, onClose }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={postUsersByIdInvitation}
      inputOf={() => ({ path: { id: user.id }, body: {} })}
      title={words.sendAgainTitle(formatName(user))}
      hint={words.sendAgainHint}
      submit={words.sendAgain}
      said={words.invitationSent}
      onClose={onClose}
    />
  )
}

const WithdrawDialog = ({ user, onClose }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={deleteUsersByIdInvitation}
      inputOf={() => ({ path: { id: user.id } })}
      title={words.withdrawTitle(formatName(user))}
      hint={words.withdrawHint}
      submit={words.withdraw}
      kind="danger"
      said={words.withdrawn}
      onClose={onClose}
    />
  )
}

const EditDialog = ({ user, onClose }: DialogProps): ReactNode => (
  <RecordDialog
    operation={putUsersById}
    changesOnly="empty"
    reads={getUsersById}
    path={{ id: user.id }}
    title={`${useTexts(TEXTS).change}: ${formatName(user)}`}
    members={useMembers()}
    of={{ ...user }}
    onClose={onClose}
  />
)

const PasswordDialog = ({ user, onClose }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <RecordDialog
      operation={postUsersByIdResetPassword}
      path={{ id: user.id }}
      title={words.setPasswordTitle(formatName(user))}
      hint={words.setPasswordHint}
      members={[
        { name: 'password', label: words.newPassword, kind: 'secret', hint: words.passwordHint, isRequired: true },
        { name: 'temporary', label: words.temporary, kind: 'yes' },
      ]}
      of={{ temporary: true }}
      submit={words.setPassword}
      said={words.passwordSet}
      onClose={onClose}
    />
  )
}

const FactorDialog = ({ user, onClose }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={postUsersByIdResetSecondFactor}
      inputOf={() => ({ path: { id: user.id } })}
      title={words.resetFactorTitle(formatName(user))}
      hint={words.resetFactorHint}
      submit={words.resetFactor}
      kind="danger"
      said={words.factorReset}
      onClose={onClose}
    />
  )
}

const ConfirmDialog = ({ user, onClose }: DialogProps): ReactNode => {
  const merchantOf = useMerchantName()
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return (
    <WriteDialog
      operation={postUsersByIdConfirm}
      inputOf={() => ({ path: { id: user.id }, body: { changeId: user.changeId } })}
      title={words.confirmTitle(formatName(user))}
      hint={
        <>
          {[
            words.confirmHint,
            ...(user.waitingMembers.length === 0
              ? []
              : [`${words.changed}: ${user.waitingMembers.map(words.member).join(', ')}.`]),
            `${words.address}: ${user.email}.`,
            `${words.roles}: ${user.roles.join(', ')}.`,
          ].join(' ')}
          <Awaited of={user} awaited={user.awaited} textOf={merchantOf} />
        </>
      }
      submit={record.confirm}
      said={record.confirmed}
      onClose={onClose}
    />
  )
}
