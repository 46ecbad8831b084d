/**
 * The first screen of the day: what needs the person, the figures of cards and transfers, and in the sandbox the first
 * steps.
 */
import type { ReactNode } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { getDashboardMonthly, getDashboardStats } from '../../generated/operations.ts'
import { Page } from '../../parts/page.tsx'
import { StateCard } from '../../parts/reading.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { CardFigures } from './card-figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NeedsYou } from './needs-you.tsx'
import { TEXTS } from './texts.ts'
import { TransferFigures } from './transfer-figures.tsx'

const Overview = (): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const { person, tenant, preferences } = useMe()
  const hasCards = may(getDashboardStats)
  const hasTransfers = may(getDashboardMonthly)
  return (
    <Page title={words.title} hint={words.hello(person.name)}>
      <div className="overview">
        <NeedsYou />
        {tenant.environment === 'sandbox' && preferences?.hidesFirstSteps !== true && <FirstSteps />}
        {hasCards && <CardFigures />}
        {hasTransfers && <TransferFigures />}
        {!hasCards && !hasTransfers && <StateCard icon="home" title={tenant.name} hint={words.noAccess} />}
      </div>
    </Page>
  )
}

export default Overview
