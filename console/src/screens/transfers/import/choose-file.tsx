/** The file, and what its lines do not contain: the merchant, the source account and the transfer type. */
import { type ReactNode, useState } from 'react'
import type { TransferType } from '../../../../../sdk/src/generated/transfers.ts'
import { useMe } from '../../../api/me.ts'
import { WriteForm } from '../../../parts/form.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Card } from '../../../parts/page.tsx'
import { PickField } from '../../../parts/pick-field.tsx'
import { FileField } from '../../../parts/record/file-field.tsx'
import { useMerchantField } from '../../../parts/record/merchant-field.tsx'
import { RECORD } from '../../../parts/record/texts.ts'
import { useTexts } from '../../../texts/dictionary.ts'
import { useLanguage } from '../../../texts/language.ts'
import { type SourceAccount, SourceField } from '../source-field.tsx'
import { TEXTS as TRANSFER_TEXTS } from '../texts.ts'
import { COLUMNS, HEADINGS } from './columns.ts'
import { download } from './csv-file.ts'
import { TEXTS } from './texts.ts'
import type { Import } from './use-import.ts'

const NEEDED = ['holder_name', 'iban', 'amount'] as const
const ALSO = COLUMNS.filter((column) => !(NEEDED as readonly string[]).includes(column))
/** Columns of the template: those most payment lists have. */
const TEMPLATE = [...NEEDED, 'description', 'external_id'] as const

export const ChooseFile = ({ of, accounts }: { of: Import; accounts: readonly SourceAccount[] }): ReactNode => {
  const { state, check } = of
  const words = useTexts(TEXTS)
  const transfer = useTexts(TRANSFER_TEXTS)
  const record = useTexts(RECORD)
  const language = useLanguage()
  const { zone } = useMe()
  const [merchantId, merchantField] = useMerchantField(transfer.forMerchant)
  const [sourceId, setSourceId] = useState(accounts[0]?.id ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [wasSent, setSent] = useState(false)
  const fault = state.file === null ? null : words[state.file.kind](headed(state.file.of, language))
  return (
    <Card title={words.choose} className="narrow">
      <WriteForm
        error={state.error}
        isBusy={state.at === 'checking'}
        fields={[]}
        submit={words.check}
        onSubmit={({ way }) => {
          setSent(true)
          if (file !== null) check(file, { accounts, sourceId, way: way as TransferType, zone }, merchantId)
        }}
      >
        {merchantField}
        <SourceField accounts={accounts} value={sourceId} onChange={setSourceId} />
        <PickField
          name="way"
          label={words.defaultWay}
          options={(['fast', 'eft', 'remittance'] as const).map((way) => [way, transfer[way]])}
        />
        <FileField
          label={words.file}
          hint={words.fileHint}
          accept=".csv,.txt,.xlsx"
          fault={wasSent && file === null ? record.fileNeeded : fault}
          onFile={setFile}
        />
        <p className="hint">
          {words.columnsHint} {ALSO.map((column) => HEADINGS[column][language]).join(', ')}.
        </p>
        <div>
          <button
            type="button"
            className="button"
            onClick={() => download(words.templateName, [TEMPLATE.map((column) => HEADINGS[column][language])])}
          >
            <Icon name="download" />
            {words.template}
          </button>
        </div>
      </WriteForm>
    </Card>
  )
}

/** Returns column names in the language; anything else unchanged. */
const headed = (of: string, language: 'en' | 'tr'): string =>
  of
    .split(',')
    .map((name) => HEADINGS[name as keyof typeof HEADINGS]?.[language] ?? name)
    .join(', ')
