/**
 * Everything that waits for the signed-in person, or for anyone; the person's own requests say why another person has
 * to decide.
 */
import type { ReactNode } from 'react'
import { useAddress } from '../../parts/address.ts'
import { Lanes } from '../../parts/lanes.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { BankQueue, FileQueue, RuleQueue, TermsQueue } from './change-queues.tsx'
import { KeyQueue, PersonQueue, ProviderQueue } from './credential-queues.tsx'
import { ChargebackQueue, MerchantQueue, ProfileQueue } from './record-queues.tsx'
import { SettlementQueue } from './settlement-queue.tsx'
import { TEXTS } from './texts.ts'
import { TransferQueue } from './transfer-queue.tsx'
import { UnknownQueue } from './unknown-queue.tsx'
import { VoidQueue } from './void-queue.tsx'
import { WaitingQueue } from './waiting-queue.tsx'

const Approvals = (): ReactNode => {
  const words = useTexts(TEXTS)
  const waits = useAddress()[0].of === 'all' ? undefined : 'me'
  return (
    <Page title={words.title} hint={words.hint}>
      <Lanes
        label={words.whose}
        to="/approvals"
        name="of"
        options={[
          ['me', words.mine],
          ['all', words.everybodys],
        ]}
        hasAll={false}
      />
      <div className="queues">
        <TransferQueue status="pending" title={words.transfers} waits={waits} />
        <TransferQueue status="approved" title={words.sends} waits={waits} />
        <VoidQueue waits={waits} />
        <UnknownQueue waits={waits} />
        <MerchantQueue waits={waits} />
        <ProfileQueue waits={waits} />
        <BankQueue waits={waits} />
        <WaitingQueue side="routing" waits={waits} />
        <RuleQueue waits={waits} />
        <WaitingQueue side="checks" waits={waits} />
        <TermsQueue waits={waits} />
        <ChargebackQueue waits={waits} />
        <SettlementQueue waits={waits} />
        <FileQueue waits={waits} />
        <PersonQueue waits={waits} />
        <KeyQueue waits={waits} />
        <ProviderQueue waits={waits} />
      </div>
    </Page>
  )
}

export default Approvals
