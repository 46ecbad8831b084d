/** Look-up data of all organizations: banks, BIN ranges, hosts that connectors may call. */
import type { ReactNode } from 'react'
import { useAddress } from '../../parts/address.ts'
import { To } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { Banks } from './banks.tsx'
import { Bins } from './bins.tsx'
import { Hosts } from './hosts.tsx'
import { TEXTS } from './texts.ts'

const VIEWS = ['banks', 'bins', 'hosts'] as const

const BanksAndBins = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ view: named }] = useAddress()
  const view = VIEWS.find((each) => each === named) ?? 'banks'
  return (
    <Page title={words.banksTitle} hint={words.banksHint}>
      <nav className="lanes" aria-label={words.banksTitle}>
        {VIEWS.map((each) => (
          <To key={each} to="/platform/banks" search={{ view: each }} className={each === view ? 'lane now' : 'lane'}>
            {words[each]}
          </To>
        ))}
      </nav>
      {view === 'banks' && <Banks />}
      {view === 'bins' && <Bins />}
      {view === 'hosts' && <Hosts />}
    </Page>
  )
}

export default BanksAndBins
