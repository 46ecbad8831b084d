/** The explainer as a separate page, for a delivery that is pasted. */
import type { ReactNode } from 'react'
import { Card, Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { SignatureExplainer } from './signature-explainer.tsx'
import { TEXTS } from './texts.ts'

const Signature = (): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <Page title={words.signTitle} hint={words.signHint}>
      <Card>
        <SignatureExplainer />
      </Card>
    </Page>
  )
}

export default Signature
