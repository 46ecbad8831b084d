/** What waits for the person who reads: transfers, voids, operations without a known end; own steps say why they are not theirs. */
import type { ReactNode } from 'react'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'
import { TransferQueue } from './transfer-queue.tsx'
import { UnknownQueue } from './unknown-queue.tsx'
import { VoidQueue } from './void-queue.tsx'

const Approvals = (): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <Page title={words.title} hint={words.hint}>
      <TransferQueue status="pending" title={words.transfers} />
      <TransferQueue status="approved" title={words.sends} />
      <VoidQueue />
      <UnknownQueue />
    </Page>
  )
}

export default Approvals
