/** People of the organization: who may sign in, with which roles, and what waits for a second administrator. */
import { type ReactNode, useState } from 'react'
import type { User } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import {
  deleteUsersById,
  deleteUsersByIdInvitation,
  getUsers,
  postUsers,
  postUsersByIdConfirm,
  postUsersByIdInvitation,
  postUsersByIdResetPassword,
  postUsersByIdResetSecondFactor,
  postUsersInvitations,
  putUsersById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, toPageFromCamel, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { formatName, type PersonDeed, PersonDialog } from './person-dialog.tsx'
import { TEXTS } from './texts.ts'

const People = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<PersonDeed | null>(null)
  const [{ q, pending }] = useAddress()
  const columns = useColumns(setDeed)
  const people = useRead(
    getUsers,
    {
      query: {
        SearchTerm: q,
        Pending: pending === 'true' ? true : undefined,
        PageNumber: usePage(),
        PageSize: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      actions={
        <>
          <Action operation={postUsers} onPress={() => setDeed({ kind: 'new' })}>
            {words.add}
          </Action>
          <Action operation={postUsersInvitations} onPress={() => setDeed({ kind: 'invite' })} kind="primary">
            <Icon name="plus" />
            {words.invite}
          </Action>
        </>
      }
    >
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[{ name: 'pending', label: words.waiting, options: [['true', words.waitingOnly]] }]}
      />
      <List of={toPageFromCamel(people)} empty={{ title: words.emptyTitle }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => row.roles.join(', ')}
          />
        )}
      </List>
      {deed !== null && <PersonDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const useColumns = (onDeed: (deed: PersonDeed) => void): Column<User>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const { person } = useMe()
  const merchants = useMerchantOptions()
  const merchantOf = (id: string | null): string | null => merchants.find(([each]) => each === id)?.[1] ?? id
  return [
    {
      head: record.name,
      cell: (user) => (
        <>
          <strong>{formatName(user)}</strong>
          {user.id === person.id && ` (${words.you})`}
          <span className="block small quiet">{user.email}</span>
        </>
      ),
    },
    { head: words.roles, cell: (user) => user.roles.join(', ') },
    {
      head: words.merchant,
      cell: (user) => (
        <>
          {merchantOf(user.merchantId)}
          {user.awaited !== null && (
            <span className="block small quiet">{words.becomes(merchantOf(user.awaited.merchantId) ?? '–')}</span>
          )}
        </>
      ),
    },
    {
      head: common.status,
      cell: (user) => (
        <>
          <Status value={user.enabled ? 'active' : 'inactive'} />
          {user.needsConfirmation && <span className="block small quiet">{words.waits}</span>}
          <Invited until={user.invitedUntil} />
        </>
      ),
    },
    { head: record.actions, isKept: true, cell: (user) => <Actions of={user} onDeed={onDeed} /> },
  ]
}

const Invited = ({ until }: { until: string | null }): ReactNode => {
  const words = useTexts(TEXTS)
  const now = usePlatformNow()
  if (until === null) return null
  return (
    <span className="block small quiet">
      {Date.parse(until) <= now ? (
        words.invitationExpired
      ) : (
        <>
          {words.invitedUntil} <Time at={until} />
        </>
      )}
    </span>
  )
}

const Actions = ({ of, onDeed }: { of: User; onDeed: (deed: PersonDeed) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const { person } = useMe()
  const name = formatName(of)
  const isOwn = of.id === person.id
  return (
    <RowMenu
      of={name}
      deeds={[
        ...(of.awaited !== null
          ? [
              {
                operation: putUsersById,
                text: words.withdrawMerchant,
                onPress: () => onDeed({ kind: 'withdraw-merchant', user: of }),
              },
            ]
          : []),
        ...(of.needsConfirmation || of.awaited !== null
          ? [
              {
                operation: postUsersByIdConfirm,
                text: words.secondPerson,
                onPress: () => onDeed({ kind: 'confirm', user: of }),
              },
            ]
          : []),
        ...(of.invitedUntil === null
          ? []
          : [
              {
                operation: postUsersByIdInvitation,
                text: words.sendAgain,
                onPress: () => onDeed({ kind: 'invite-again', user: of }),
              },
              {
                operation: deleteUsersByIdInvitation,
                text: words.withdraw,
                onPress: () => onDeed({ kind: 'withdraw', user: of }),
              },
            ]),
        { operation: putUsersById, text: record.edit, onPress: () => onDeed({ kind: 'edit', user: of }) },
        {
          operation: postUsersByIdResetPassword,
          text: words.setPassword,
          onPress: () => onDeed({ kind: 'password', user: of }),
        },
        {
          operation: postUsersByIdResetSecondFactor,
          text: words.resetFactor,
          onPress: () => onDeed({ kind: 'factor', user: of }),
        },
        {
          operation: deleteUsersById,
          text: record.remove,
          reason: isOwn ? words.ownRemoval : null,
          onPress: () => onDeed({ kind: 'remove', user: of }),
        },
      ]}
    />
  )
}

export default People
