/** The payment as the bank has it, loaded only on request: our record and the bank's side by side. */
import { type ReactNode, useState } from 'react'
import type { TransactionQueryDetail } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getPaymentsByTransactionIdQuery } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { Amount, None, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

export const BankView = ({ id }: { id: string }): ReactNode => {
  const words = useTexts(TEXTS)
  const [isAsked, setAsked] = useState(false)
  const asked = useRead(getPaymentsByTransactionIdQuery, { path: { transaction_id: id } }, { isOn: isAsked })
  return (
    <Card title={words.trueBank}>
      {isAsked ? (
        <Part of={asked}>
          {({ internal, external }) => (
            <>
              <div className="sides">
                <Side title={words.ours} of={internal} />
                <Side title={words.banks} of={external} />
              </div>
              {external === null && <p className="quiet">{words.bankUnknown}</p>}
            </>
          )}
        </Part>
      ) : (
        <Action operation={getPaymentsByTransactionIdQuery} onPress={() => setAsked(true)}>
          {words.compare}
        </Action>
      )}
    </Card>
  )
}

const Side = ({ title, of }: { title: string; of: TransactionQueryDetail | null }): ReactNode => (
  <div className="side-box">
    <h3>{title}</h3>
    <strong>{of === null ? <None /> : <Amount minor={of.net_amount} currency={of.currency} />}</strong>
    {of !== null && <Status value={of.status} />}
  </div>
)
