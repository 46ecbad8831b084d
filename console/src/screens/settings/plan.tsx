/** The plan of the signed-in person's organization, and how much of it is used. */
import type { ReactNode } from 'react'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getMePlan, getSettingsOfCards } from '../../generated/operations.ts'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { PLAN_TEXTS } from './texts.ts'

const Plan = (): ReactNode => {
  const words = useTexts(PLAN_TEXTS)
  const locale = useLocale()
  const may = useMay()
  const plan = useRead(getMePlan, {})
  const count = (value: number): string => value.toLocaleString(locale)
  const used = (value: number, most: number): string =>
    most === 0 ? words.usedWithoutLimit(count(value)) : words.usedOf(count(value), count(most))
  return (
    <Page
      title={words.title}
      hint={words.hint}
      {...(may(getSettingsOfCards) ? { back: { to: '/settings', text: words.settings } } : {})}
    >
      <Reading of={plan}>
        {(of) => (
          <Card title={of.plan_name ?? words.title}>
            <Facts
              rows={[
                [words.code, of.plan_code && <code key="c">{of.plan_code}</code>],
                [words.today, used(of.daily_used, of.daily_transaction_limit)],
                [words.month, used(of.monthly_used, of.monthly_transaction_limit)],
                [words.perSecond, count(of.rate_limit_per_second)],
                [words.atOnce, count(of.burst)],
                [
                  words.features,
                  of.features.length > 0 && (
                    <span key="f" className="codes">
                      {of.features.map((each) => (
                        <code key={each}>{each}</code>
                      ))}
                    </span>
                  ),
                ],
              ]}
            />
          </Card>
        )}
      </Reading>
    </Page>
  )
}

export default Plan
