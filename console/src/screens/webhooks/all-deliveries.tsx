/** Every attempt to deliver, for all subscriptions: which program was notified of a payment, and what failed. */
import type { ReactNode } from 'react'
import { useAddress } from '../../parts/address.ts'
import { Lanes } from '../../parts/lanes.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { Deliveries } from './deliveries.tsx'
import { useSides } from './side.ts'
import { TEXTS } from './texts.ts'

const AllDeliveries = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { side, all } = useSides(useAddress()[0].of)
  return (
    <Page title={words.deliveries} hint={words.allHint} back={{ to: '/webhooks', text: words.back }}>
      {all.length > 1 && (
        <Lanes
          label={words.surfaces}
          to="/webhooks/deliveries"
          name="of"
          options={all.map(({ name }) => [name, words[name]])}
          hasAll={false}
        />
      )}
      <Deliveries side={side} key={side.name} />
    </Page>
  )
}

export default AllDeliveries
