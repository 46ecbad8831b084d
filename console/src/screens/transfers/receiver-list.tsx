/** Receivers that can be selected for a transfer. */
import { type ReactNode, useState } from 'react'
import type { Recipient } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  deleteRecipientsById,
  getReceiveraccounts,
  getRecipients,
  getRecipientsById,
  postRecipients,
  putRecipientsById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Field } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, toPage, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { useMerchantField } from '../../parts/record/merchant-field.tsx'
import { Fresh } from '../../parts/record/record-dialog.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Id, Status } from '../../parts/values.tsx'
import { filled, type Values, WriteDialog } from '../../parts/write-dialog.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { ACCOUNT_TEXTS, TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>
type Deed = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly receiver: Recipient }

const ReceiverList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const own = useTexts(ACCOUNT_TEXTS)
  const may = useMay()
  const [{ q }] = useAddress()
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(words, setDeed)
  const receivers = useRead(
    getRecipients,
    { query: { search_term: q, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const close = (): void => setDeed(null)
  return (
    <Page
      title={words.receivers}
      actions={
        <>
          {may(getReceiveraccounts) && (
            <To to="/receivers/accounts" className="button">
              {own.allAccounts}
            </To>
          )}
          <Action operation={postRecipients} onPress={() => setDeed({ kind: 'new' })} kind="primary">
            <Icon name="plus" />
            {words.newReceiver}
          </Action>
        </>
      }
    >
      <Filters find={{ name: 'q', label: words.findReceiver }} />
      <List of={toPage(receivers)} empty={{ title: words.noReceivers, hint: words.noReceiversHint }}>
        {(rows) => (
          <Table
            caption={words.receiversCaption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/receivers/${id}`}
            noteOf={(row) => <>{row.iban ?? row.account_number}</>}
          />
        )}
      </List>
      {deed?.kind === 'new' && <NewDialog onClose={close} />}
      {deed?.kind === 'edit' && <EditDialog receiver={deed.receiver} onClose={close} />}
      {deed?.kind === 'delete' && <DeleteDialog receiver={deed.receiver} onClose={close} />}
    </Page>
  )
}

const useColumns = (words: Words, onDeed: (deed: Deed) => void): Column<Recipient>[] => {
  const common = useTexts(WORDS)
  return [
    { head: words.name, cell: (row) => <strong>{row.holder_name}</strong> },
    { head: words.iban, cell: (row) => <Id value={row.iban ?? row.account_number} /> },
    { head: words.bank, cell: (row) => row.bank_name },
    { head: words.email, cell: (row) => row.email },
    { head: common.status, cell: (row) => <Status value={row.is_active ? 'active' : 'inactive'} /> },
    {
      head: common.actions,
      isKept: true,
      cell: (row) => (
        <span className="row-actions">
          <Action operation={putRecipientsById} onPress={() => onDeed({ kind: 'edit', receiver: row })}>
            {words.edit}
            <span className="unseen">: {row.holder_name}</span>
          </Action>
          <Action operation={deleteRecipientsById} onPress={() => onDeed({ kind: 'delete', receiver: row })}>
            {words.remove}
            <span className="unseen">: {row.holder_name}</span>
          </Action>
        </span>
      ),
    },
  ]
}

const buildBody = ({ holder_name = '', iban, email, phone, label, description }: Values) => ({
  holder_name,
  iban: filled(iban),
  email: filled(email),
  phone: filled(phone),
  label: filled(label),
  description: filled(description),
})

const FIELDS = ['holder_name', 'iban', 'email', 'phone', 'label', 'description'] as const

const ReceiverFields = ({ of }: { of?: Recipient }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <>
      <Field name="holder_name" label={words.holder} value={of?.holder_name ?? ''} isRequired maxLength={200} />
      <Field name="iban" label={words.iban} value={of?.iban ?? ''} maxLength={42} autoComplete="off" />
      <Field name="email" label={words.email} value={of?.email ?? ''} maxLength={200} autoComplete="off" />
      <Field name="phone" label={words.phone} value={of?.phone ?? ''} maxLength={40} autoComplete="off" />
      <Field name="label" label={words.label} value={of?.label ?? ''} maxLength={100} autoComplete="off" />
      <Field name="description" label={words.description} value={of?.description ?? ''} maxLength={250} />
    </>
  )
}

const NewDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const [merchantId, merchantField] = useMerchantField(words.forMerchant)
  return (
    <WriteDialog
      operation={postRecipients}
      inputOf={(values) => ({ body: buildBody(values) })}
      merchantId={merchantId}
      title={words.newReceiver}
      submit={words.save}
      fields={FIELDS}
      said={words.saved}
      onClose={onClose}
    >
      {merchantField}
      <ReceiverFields />
    </WriteDialog>
  )
}

/** A change replaces the receiver, so what the page does not show is sent back unchanged. */
const pickKept = (
  { iban, bank_id, first_name, last_name, external_id, extra_properties_dict }: Recipient,
  written: Values,
) => ({
  first_name: first_name ?? undefined,
  last_name: last_name ?? undefined,
  external_id: external_id ?? undefined,
  extra_properties_dict: extra_properties_dict ?? undefined,
  // Another account determines its bank itself.
  bank_id: (filled(written.iban) === (iban ?? undefined) && bank_id) || undefined,
})

const EditDialog = ({ receiver: { id }, onClose }: { receiver: Recipient; onClose: () => void }): ReactNode => (
  <Fresh reads={getRecipientsById} path={{ id }} title={useTexts(TEXTS).editReceiver} onClose={onClose}>
    {(receiver) => <EditForm receiver={receiver} onClose={onClose} />}
  </Fresh>
)

const EditForm = ({ receiver, onClose }: { receiver: Recipient; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={putRecipientsById}
      basis={receiver}
      inputOf={(values, current) => ({
        path: { id: receiver.id },
        body: { ...pickKept((current ?? receiver) as Recipient, values), ...buildBody(values) },
      })}
      title={words.editReceiver}
      submit={words.save}
      fields={FIELDS}
      said={words.saved}
      onClose={onClose}
    >
      <ReceiverFields of={receiver} />
    </WriteDialog>
  )
}

const DeleteDialog = ({ receiver, onClose }: { receiver: Recipient; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={deleteRecipientsById}
      inputOf={() => ({ path: { id: receiver.id } })}
      title={words.deleteReceiver}
      hint={words.deleteHint(receiver.holder_name ?? receiver.id)}
      submit={words.remove}
      kind="danger"
      said={words.deleted}
      onClose={onClose}
    />
  )
}

export default ReceiverList
