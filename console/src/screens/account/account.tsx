/** The person's own account: role, password, second factor, sessions. */
import { type ReactNode, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { PasskeysCard } from './passkeys.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorCard } from './second-factor.tsx'
import { SessionsCard } from './sessions.tsx'
import { TEXTS } from './texts.ts'

const Account = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { person, tenant, session } = useMe()
  return (
    <Page title={words.title}>
      {session.is_demo && <p className="notice waits">{words.demo}</p>}
      <Card title={words.you}>
        <Facts
          rows={[
            [words.name, person.name],
            [words.email, person.email],
            [words.organization, tenant.name],
          ]}
        />
      </Card>
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
      <SessionsCard />
    </Page>
  )
}

const PasswordCard = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={words.password}
      beside={
        <button type="button" className="button" onClick={() => setOpen(true)}>
          {words.changePassword}
        </button>
      }
    >
      <p className="quiet">{words.passwordHint}</p>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

export default Account
