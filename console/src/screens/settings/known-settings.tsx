/** The keys the service reads: what each decides, its current value, and setting it. */
import { type ReactNode, useState } from 'react'
import type { CreateSetting, KnownSetting } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getSettingsKnownOfCards, postSettingsOfCards } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

export const useKnownSettings = () => useRead(getSettingsKnownOfCards, {})

export const KnownSettings = (): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const known = useKnownSettings()
  const bounds = useBounds()
  const [chosen, choose] = useState<KnownSetting | null>(null)
  return (
    <Card title={words.known} className="queue">
      <Part of={known}>
        {(all) => (
          <Table
            caption={words.known}
            rows={all}
            keyOf={({ key }) => key}
            noteOf={(row) => row.meaning}
            columns={[
              { head: words.key, cell: (row) => <Breakable name={row.key} /> },
              { head: words.meaning, cell: (row) => row.meaning },
              { head: words.standard, cell: (row) => row.default_value && <code>{row.default_value}</code> },
              { head: words.allowed, cell: bounds },
              {
                head: record.actions,
                isKept: true,
                cell: (row) => (
                  <Action operation={postSettingsOfCards} onPress={() => choose(row)}>
                    {words.set}
                    <span className="unseen">: {row.key}</span>
                  </Action>
                ),
              },
            ]}
          />
        )}
      </Part>
      {chosen !== null && <SetDialog of={chosen} onClose={() => choose(null)} />}
    </Card>
  )
}

const useBounds = (): ((of: KnownSetting) => ReactNode) => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return ({ kind, minimum, maximum, possible_values, strict_value, loosens_by: by }) => (
    <>
      {kind === 'whole' && words.between((minimum ?? 0).toLocaleString(locale), (maximum ?? 0).toLocaleString(locale))}
      {kind === 'choice' && <code>{possible_values?.join(', ')}</code>}
      {strict_value !== null && <span className="block small quiet">{words.strict(strict_value)}</span>}
      {by !== 'nothing' && by !== 'leaving' && <span className="block small quiet">{words[by]}</span>}
    </>
  )
}

const SetDialog = ({ of, onClose }: { of: KnownSetting; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const value: Member<CreateSetting> = {
    name: 'value',
    label: words.value,
    isRequired: true,
    ...(of.kind === 'choice'
      ? { kind: 'pick', options: (of.possible_values ?? []).map((each) => [each, each] as const) }
      : {}),
  }
  return (
    <RecordDialog
      operation={postSettingsOfCards}
      title={`${words.set}: ${of.key}`}
      hint={of.loosens_by === 'nothing' ? of.meaning : `${of.meaning}. ${words.waits}`}
      members={[value]}
      of={{ value: of.default_value }}
      keeps={{ key: of.key }}
      onClose={onClose}
    />
  )
}
