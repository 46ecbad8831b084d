/** The menu of the signed-in person: the name, the account and signing out. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { callOwn } from '../api/call.ts'
import { forgetSession } from '../api/known-session.ts'
import { useMe } from '../api/me.ts'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

interface AccountMenuProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

const AccountMenu = ({ anchor, onClose }: AccountMenuProps): ReactNode => {
  const words = useTexts(TEXTS)
  const { person, tenant } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const signOut = (): void => {
    void callOwn('DELETE', 'session', undefined, { isPlain: true })
      .catch(() => undefined)
      .then(() => {
        client.clear()
        forgetSession()
        location.assign('/console/sign-in')
      })
  }
  const open = (): void => {
    onClose()
    void navigate({ to: '/account' } as never)
  }
  return (
    <Popover
      className="popover"
      triggerRef={anchor}
      placement="bottom end"
      isOpen
      onOpenChange={(open) => open || onClose()}
      aria-label={words.account}
    >
      <div className="person-head">
        <strong>{person.name}</strong>
        <span className="quiet small">{person.email}</span>
        <span className="quiet small">{tenant.name}</span>
      </div>
      <Menu
        className="menu"
        aria-label={words.account}
        onAction={(key) => (key === 'out' ? signOut() : open())}
        autoFocus="first"
      >
        <MenuItem id="own" textValue={words.ownAccount}>
          <Icon name="people" />
          {words.ownAccount}
        </MenuItem>
        <MenuItem id="out" textValue={words.signOut}>
          <Icon name="out" />
          {words.signOut}
        </MenuItem>
      </Menu>
    </Popover>
  )
}

export default AccountMenu
