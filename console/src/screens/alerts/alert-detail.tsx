/** One alert: what waits, why the rules stopped it, and the decision of a person who did not create it. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FraudAlert } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { amountText } from '../../format/money.ts'
import {
  getFraudAlertsById,
  getPlatformFraudAlertsById,
  getTransactionsById,
  getTransfersById,
} from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Actor, Amount, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { AlertActions } from './alert-actions.tsx'
import { Evidence } from './evidence.tsx'
import { Codes, Countdown, Score } from './evidence-values.tsx'
import { TEXTS } from './texts.ts'

const AlertDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const may = useMay()
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead(may(getFraudAlertsById) ? getFraudAlertsById : getPlatformFraudAlertsById, { path: { id } })
  const alert = read.data
  return (
    <Page
      title={
        alert
          ? words.ofAmount(`${amountText(alert.amount_minor, alert.currency, locale)} ${alert.currency}`)
          : words.alert
      }
      beside={alert && <Status value={alert.status} />}
      hint={alert && <Id value={alert.id} label={words.alert} />}
      back={{ to: '/alerts', text: words.back }}
      actions={alert && <AlertActions alert={alert} />}
    >
      <Reading of={read} lines={10}>
        {(found) => (
          <div className="columns">
            <div className="wide-column">
              <Evidence alert={found} />
            </div>
            <div>
              <AlertFacts alert={found} />
            </div>
          </div>
        )}
      </Reading>
    </Page>
  )
}

const AlertFacts = ({ alert }: { alert: FraudAlert }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return (
    <Card title={words.stopped} beside={<WayToIt alert={alert} />}>
      <Facts
        rows={[
          [words.process, words[alert.process]],
          [common.amount, <Amount key="a" minor={alert.amount_minor} currency={alert.currency} />],
          [common.merchant, alert.merchant_external_id],
          [common.id, <Id key="i" value={alert.external_txn_id} />],
          [words.score, <Score key="s" value={alert.score} />],
          [words.rules, <Codes key="r" of={alert.reason_codes} />],
          [words.opened, <Time key="c" at={alert.created} />],
          [words.expires, alert.status === 'open' ? <Countdown key="e" at={alert.expires_at} /> : null],
          [words.assigned, alert.status === 'open' && alert.assigned_to && <Actor key="w" id={alert.assigned_to} />],
          [words.decidedBy, alert.reviewed_by && <Actor key="b" id={alert.reviewed_by} />],
          [words.decidedAt, alert.reviewed_at && <Time key="d" at={alert.reviewed_at} />],
          [words.noteTitle, alert.notes],
        ]}
      />
    </Card>
  )
}

const WayToIt = ({ alert }: { alert: FraudAlert }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  if (alert.external_txn_id === null) return null
  if (alert.process === 'sanal_pos' && may(getTransactionsById))
    return <To to={`/payments/${alert.external_txn_id}`}>{words.openPayment}</To>
  if (alert.process === 'para_transferi' && may(getTransfersById))
    return <To to={`/transfers/${alert.external_txn_id}`}>{words.openTransfer}</To>
  return null
}

export default AlertDetail
