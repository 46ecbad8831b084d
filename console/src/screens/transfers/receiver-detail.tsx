/** One receiver, and its accounts. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/data.ts'
import {
  getReceiveraccountsBySavedAccountByRecipientId,
  getRecipientsById,
  postReceiveraccounts,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, toPage, usePage } from '../../parts/list.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { type ReceivedDeed, ReceivedDialog, ReceiverAccountTable } from './receiver-account-fields.tsx'
import { ACCOUNT_TEXTS, TEXTS } from './texts.ts'

const ReceiverDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const own = useTexts(ACCOUNT_TEXTS)
  const record = useTexts(RECORD)
  const { id } = useParams({ strict: false }) as { id: string }
  const [deed, setDeed] = useState<ReceivedDeed | null>(null)
  const receiver = useRead(getRecipientsById, { path: { id } })
  const accounts = useRead(
    getReceiveraccountsBySavedAccountByRecipientId,
    { path: { recipient_id: id }, query: { page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const data = receiver.data?.data
  return (
    <Page
      title={data?.holder_name ?? words.receiver}
      beside={data && <Status value={data.is_active ? 'active' : 'inactive'} />}
      hint={<Id value={id} label={words.receiver} />}
      back={{ to: '/receivers', text: own.allReceivers }}
      actions={
        data && (
          <Action
            operation={postReceiveraccounts}
            onPress={() => setDeed({ kind: 'new', recipient: id })}
            kind="primary"
          >
            <Icon name="plus" />
            {own.add}
          </Action>
        )
      }
    >
      <Reading of={receiver}>
        {({ data: of }) => (
          <>
            <Card title={words.receiver}>
              <Facts
                rows={[
                  [words.label, of.label],
                  [words.external, of.external_id],
                  [words.email, of.email],
                  [words.phone, of.phone],
                  [record.description, of.description],
                  [record.created, <Time key="c" at={of.created} />],
                ]}
              />
            </Card>
            <Card title={own.ofReceiver} className="queue">
              <List of={toPage(accounts)} empty={{ title: own.noReceived, hint: own.noReceivedHint }}>
                {(rows) => <ReceiverAccountTable caption={own.ofReceiver} rows={rows} onDeed={setDeed} />}
              </List>
            </Card>
          </>
        )}
      </Reading>
      {deed !== null && <ReceivedDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

export default ReceiverDetail
