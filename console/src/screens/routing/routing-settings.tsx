/** How rules are chosen: by priority, or by a score and its weights. */
import { type ReactNode, useState } from 'react'
import type { RoutingSettings as Settings, WriteRoutingSettings } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getRoutingRulesSettings, putRoutingRulesSettings } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Card, Facts } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

export const RoutingSettings = (): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const [isOpen, setOpen] = useState(false)
  const members = useMembers()
  const settings = useRead(getRoutingRulesSettings, {})
  return (
    <Reading of={settings}>
      {(read) => (
        <Card
          title={words.how}
          className="narrow"
          beside={
            <Action operation={putRoutingRulesSettings} onPress={() => setOpen(true)}>
              {record.edit}
            </Action>
          }
        >
          <SettingFacts of={read} />
          {isOpen && (
            <RecordDialog
              operation={putRoutingRulesSettings}
              reads={getRoutingRulesSettings}
              title={words.how}
              hint={words.switchHint}
              members={members}
              of={{ ...read }}
              onClose={() => setOpen(false)}
            />
          )}
        </Card>
      )}
    </Reading>
  )
}

const useMembers = (): readonly Member<WriteRoutingSettings>[] => {
  const words = useTexts(TEXTS)
  const figure = (name: keyof WriteRoutingSettings, label: string): Member<WriteRoutingSettings> => ({
    name,
    label,
    kind: 'decimal',
    isRequired: true,
  })
  return [
    {
      name: 'routing_mode',
      label: words.mode,
      kind: 'pick',
      isRequired: true,
      options: [
        ['priority', words.byPriority],
        ['score', words.byScore],
      ],
    },
    { name: 'fallback_enabled', label: words.fallbackEnabled, kind: 'yes' },
    { name: 'min_execution_candidates', label: words.minCandidates, kind: 'count', isRequired: true },
    figure('weight_factor', words.weightFactor),
    figure('success_rate_factor', words.successFactor),
    figure('response_time_factor', words.timeFactor),
    figure('cost_factor', words.costFactor),
    figure('bin_weight', words.binWeight),
    figure('amount_weight', words.amountWeight),
    figure('currency_weight', words.currencyWeight),
    figure('installment_weight', words.installmentWeight),
    figure('brand_weight', words.brandWeight),
    figure('type_weight', words.typeWeight),
  ]
}

const SettingFacts = ({ of }: { of: Settings }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const members = useMembers()
  const shown = (value: Settings[keyof Settings]): string => {
    if (typeof value === 'boolean') return value ? record.yes : record.no
    if (typeof value === 'number') return value.toLocaleString(locale)
    return value === 'score' ? words.byScore : words.byPriority
  }
  return <Facts rows={members.map(({ name, label }) => [label, shown(of[name])])} />
}
