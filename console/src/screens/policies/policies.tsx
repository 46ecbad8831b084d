/** Whether rules are applied, for each merchant and process. */
import { type ReactNode, useState } from 'react'
import type { MerchantPolicy } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { type Me, useMe } from '../../api/me.ts'
import {
  getFraudMerchantsByMerchantIdPolicy,
  patchFraudMerchantsByMerchantIdPolicy,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Field } from '../../parts/form.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Part, StateCard } from '../../parts/reading.tsx'
import { Table } from '../../parts/table.tsx'
import { Status, Time } from '../../parts/values.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { WaitingNotices } from '../waiting/waiting-changes.tsx'
import { TEXTS } from './texts.ts'

type Merchant = Me['merchants'][number]

const Policies = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { merchants } = useMe()
  return (
    <Page title={words.title} hint={words.hint}>
      <WaitingNotices side="checks" isShown={({ kind }) => kind === 'merchant_policy'} />
      {merchants.length === 0 ? (
        <StateCard icon="people" title={words.noMerchants} />
      ) : (
        <div className="stack">
          {merchants.map((merchant) => (
            <OfMerchant key={merchant.id} merchant={merchant} />
          ))}
        </div>
      )}
    </Page>
  )
}

const OfMerchant = ({ merchant }: { merchant: Merchant }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const [turned, setTurned] = useState<{ row: MerchantPolicy; of: object } | null>(null)
  const policies = useRead(getFraudMerchantsByMerchantIdPolicy, { path: { merchant_id: merchant.id } })
  const name = merchant.name ?? merchant.external_id ?? merchant.id
  return (
    <Card title={name} beside={<span className="quiet">{merchant.external_id}</span>} className="queue">
      <Part of={policies}>
        {(bundle) => (
          <Table
            caption={`${words.caption}: ${name}`}
            rows={bundle.policies}
            keyOf={({ process }) => process}
            noteOf={(row) => row.reason}
            columns={[
              { head: words.process, cell: (row) => words[row.process] },
              { head: words.rules, cell: (row) => <Status value={row.enabled ? 'active' : 'inactive'} /> },
              { head: common.reason, cell: (row) => row.reason },
              { head: words.since, cell: (row) => <Time at={row.last_modified} /> },
              {
                head: common.details,
                isKept: true,
                cell: (row) => (
                  <Action
                    operation={patchFraudMerchantsByMerchantIdPolicy}
                    onPress={() => setTurned({ row, of: bundle })}
                  >
                    {row.enabled ? words.turnOff : words.turnOn}
                    <span className="unseen">
                      : {words[row.process]}, {name}
                    </span>
                  </Action>
                ),
              },
            ]}
          />
        )}
      </Part>
      {turned !== null && (
        <TurnDialog
          merchantId={merchant.id}
          name={name}
          turned={turned.row}
          of={turned.of}
          onClose={() => setTurned(null)}
        />
      )}
    </Card>
  )
}

interface TurnProps {
  readonly merchantId: string
  readonly name: string
  readonly turned: MerchantPolicy
  /** All policies of the merchant, as they were read. */
  readonly of: object
  readonly onClose: () => void
}

const TurnDialog = ({ merchantId, name, turned, of, onClose }: TurnProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return (
    <WriteDialog
      operation={patchFraudMerchantsByMerchantIdPolicy}
      basis={of}
      inputOf={({ reason }) => ({
        path: { merchant_id: merchantId },
        body: { policies: [{ process: turned.process, enabled: !turned.enabled, reason: filled(reason) }] },
      })}
      title={turned.enabled ? words.offTitle : words.onTitle}
      hint={(turned.enabled ? words.offHint : words.onHint)(words[turned.process], name)}
      submit={turned.enabled ? words.turnOff : words.turnOn}
      kind={turned.enabled ? 'danger' : 'primary'}
      fields={['reason']}
      said={words.done}
      onClose={onClose}
    >
      <Field name="reason" label={common.reason} isRequired={turned.enabled} isLong maxLength={500} />
    </WriteDialog>
  )
}

export default Policies
