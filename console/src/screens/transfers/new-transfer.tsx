/** A new transfer: from one of the source accounts to a saved receiver or another one. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CreateTransferItem, TransferType } from '../../../../sdk/src/generated/transfers.ts'
import { useRead, useWrite } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { amountText, readAmount } from '../../format/money.ts'
import { getConnectoraccounts, getRecipients, postTransfersBulkCreate } from '../../generated/operations.ts'
import { announce } from '../../parts/announce.tsx'
import { Field, useOnDone, WriteForm } from '../../parts/form.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { Part } from '../../parts/reading.tsx'
import { useMerchantField } from '../../parts/record/merchant-field.tsx'
import { filled, type Values } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { type SourceAccount, SourceField, usable } from './source-field.tsx'
import { TEXTS } from './texts.ts'

const ROWS = { page_size: 100 }
/** Names of the operation's members in refusals, and the fields that show them. */
const FIELDS = [
  'items[0].amount.value',
  'items[0].recipient.iban',
  'items[0].recipient.holder_name',
  'items[0].description',
  'items[0].external_id',
] as const

const NewTransfer = (): ReactNode => {
  const words = useTexts(TEXTS)
  const accounts = useRead(getConnectoraccounts, { query: ROWS })
  return (
    <Page title={words.newTransfer} hint={words.separation} back={{ to: '/transfers', text: words.back }}>
      <Card className="narrow">
        <Part of={accounts} lines={6}>
          {({ data }) => <TransferForm accounts={usable(data.items)} />}
        </Part>
      </Card>
    </Page>
  )
}

const TransferForm = ({ accounts }: { accounts: readonly SourceAccount[] }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const navigate = useNavigate()
  const [merchantId, merchantField] = useMerchantField(words.forMerchant)
  const [source, setSource] = useState(accounts[0]?.id ?? '')
  const [receiver, setReceiver] = useState('')
  const write = useWrite(postTransfersBulkCreate, { merchantId })
  const currency = accounts.find(({ id }) => id === source)?.currency ?? 'TRY'
  useOnDone(write.isSuccess, () => {
    announce(words.created)
    const [made] = write.data?.transfers ?? []
    void navigate({ to: made ? `/transfers/${made.id}` : '/transfers' } as never)
  })
  const itemOf = (values: Values): CreateTransferItem => ({
    source_account_id: source,
    transfer_type: values.transfer_type as TransferType,
    amount: { value: readAmount(values[FIELDS[0]] ?? '', currency, locale) ?? 0, currency_code: currency },
    recipient:
      receiver === ''
        ? { iban: values[FIELDS[1]] ?? '', holder_name: values[FIELDS[2]] ?? '' }
        : { recipient_id: receiver },
    description: filled(values[FIELDS[3]]),
    external_id: filled(values[FIELDS[4]]),
  })
  const isAmount = (typed: string): string | null =>
    readAmount(typed, currency, locale) ? null : common.amountUnreadable
  return (
    <WriteForm
      error={write.error}
      isBusy={write.isPending}
      fields={FIELDS}
      submit={words.create}
      onSubmit={(values) => write.mutate({ body: { items: [itemOf(values)] } })}
      onCancel={() => void navigate({ to: '/transfers' } as never)}
    >
      {merchantField}
      <SourceField accounts={accounts} value={source} onChange={setSource} />
      <ReceiverField value={receiver} onChange={setReceiver} />
      {receiver === '' && (
        <>
          <Field name={FIELDS[2]} label={words.holder} isRequired maxLength={100} autoComplete="off" />
          <Field name={FIELDS[1]} label={words.iban} isRequired maxLength={42} autoComplete="off" />
        </>
      )}
      <Field
        name={FIELDS[0]}
        label={`${common.amount} (${currency})`}
        hint={words.suchAs(amountText(100_000, currency, locale))}
        inputMode="decimal"
        autoComplete="off"
        isRequired
        validate={isAmount}
      />
      <PickField
        name="transfer_type"
        label={words.way}
        options={(['fast', 'eft', 'remittance'] as const).map((way) => [way, words[way]])}
      />
      <Field name={FIELDS[3]} label={words.description} maxLength={100} />
      <Field name={FIELDS[4]} label={words.external} maxLength={100} autoComplete="off" />
    </WriteForm>
  )
}

const ReceiverField = ({ value, onChange }: { value: string; onChange: (id: string) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const receivers = useRead(getRecipients, { query: { ...ROWS, is_active: true } }, { isOn: may(getRecipients) })
  const rows = (receivers.data?.data.items ?? []).filter(({ iban, account_number }) => iban ?? account_number)
  if (rows.length === 0) return null
  return (
    <label className="field">
      <span className="label">{words.savedReceiver}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{words.somebodyElse}</option>
        {rows.map((each) => (
          <option key={each.id} value={each.id}>
            {[each.holder_name, each.iban ?? each.account_number].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </label>
  )
}

export default NewTransfer
