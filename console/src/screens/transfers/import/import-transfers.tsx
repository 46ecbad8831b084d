/** Transfers from a spreadsheet: checked completely, then created in batches, with a result for every line. */
import type { ReactNode } from 'react'
import { useRead } from '../../../api/data.ts'
import { getConnectoraccounts } from '../../../generated/operations.ts'
import { Page } from '../../../parts/page.tsx'
import { Part } from '../../../parts/reading.tsx'
import { useTexts } from '../../../texts/dictionary.ts'
import { usable } from '../source-field.tsx'
import { TEXTS as TRANSFER_TEXTS } from '../texts.ts'
import { ChooseFile } from './choose-file.tsx'
import { Faults } from './faults.tsx'
import { Checked, Progress } from './progress.tsx'
import { TEXTS } from './texts.ts'
import { useImport } from './use-import.ts'

const ImportTransfers = (): ReactNode => {
  const words = useTexts(TEXTS)
  const transfer = useTexts(TRANSFER_TEXTS)
  const accounts = useRead(getConnectoraccounts, { query: { page_size: 100 } })
  const of = useImport()
  const { at, faults } = of.state
  const isChoosing = at === 'choosing' || at === 'checking'
  return (
    <Page title={words.title} hint={words.hint} back={{ to: '/transfers', text: transfer.back }}>
      {isChoosing && (
        <Part of={accounts} lines={6}>
          {({ data }) => <ChooseFile of={of} accounts={usable(data.items)} />}
        </Part>
      )}
      {faults.length > 0 && (
        <div className="import-faults">
          <Faults of={faults} />
        </div>
      )}
      {at === 'checked' && <Checked of={of} />}
      {!isChoosing && at !== 'checked' && <Progress of={of} />}
    </Page>
  )
}

export default ImportTransfers
