/** One merchant. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Merchant, PatchMerchant } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  deleteMerchantsById,
  getMerchantsById,
  getMerchantsByMerchantIdBankProfiles,
  getTransactions,
  patchMerchantsById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { AwaitedName } from './awaited-name.tsx'
import { useMerchantMembers } from './merchant-members.ts'
import { TEXTS } from './texts.ts'

const MerchantDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const navigate = useNavigate()
  const { id } = useParams({ strict: false }) as { id: string }
  const [deed, setDeed] = useState<'edit' | 'remove' | null>(null)
  const members = useMerchantMembers()
  const merchant = useRead(getMerchantsById, { path: { id } })
  const { data } = merchant
  const close = (): void => setDeed(null)
  return (
    <Page
      title={data?.name ?? words.merchant}
      beside={data && <Status value={data.is_active ? 'active' : 'inactive'} />}
      hint={data && <Id value={data.id} label={words.merchant} />}
      back={{ to: '/merchants', text: words.all }}
      actions={
        data && (
          <>
            <Action operation={patchMerchantsById} onPress={() => setDeed('edit')} kind="primary">
              {record.edit}
            </Action>
            <Action operation={deleteMerchantsById} onPress={() => setDeed('remove')}>
              {record.remove}
            </Action>
          </>
        )
      }
    >
      <Reading of={merchant} lines={8}>
        {(read) => (
          <>
            {read.awaits !== null && <AwaitedName of={read} />}
            <About of={read} />
          </>
        )}
      </Reading>
      {deed === 'edit' && data && (
        <RecordDialog
          operation={patchMerchantsById}
          changesOnly="unset"
          reads={getMerchantsById}
          path={{ id }}
          title={words.change}
          members={members as readonly Member<PatchMerchant>[]}
          of={{ ...data }}
          onClose={close}
        />
      )}
      {deed === 'remove' && data && (
        <RemoveDialog
          operation={deleteMerchantsById}
          input={{ path: { id } }}
          name={data.name ?? id}
          onClose={close}
          onDone={() => void navigate({ to: '/merchants' })}
        />
      )}
    </Page>
  )
}

const About = ({ of }: { of: Merchant }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const may = useMay()
  const contact = [
    [record.email, of.email],
    [record.phone, of.contact_phone],
    [words.address, of.address],
    [words.district, of.district],
    [record.city, of.city],
    [words.url, of.url],
  ] as const
  return (
    <div className="columns">
      <Card title={words.about} className="wide-column">
        <Facts
          rows={[
            [words.external, of.external_id && <Id key="x" value={of.external_id} />],
            [words.legalName, of.legal_name],
            [words.taxId, of.tax_id],
            [words.taxOffice, of.tax_office],
            [words.mcc, [of.default_mcc, of.default_mcc_category].filter(Boolean).join(' · ')],
            [words.bkm, of.bkm_member_id],
            [
              words.parent,
              of.parent_id && (
                <To key="p" to={`/merchants/${of.parent_id}`}>
                  {of.parent_name ?? of.parent_id}
                </To>
              ),
            ],
            [words.approval, <Status key="s" value={of.status} />],
            [record.created, <Time key="c" at={of.created} />],
            [record.changed, <Time key="m" at={of.last_modified} />],
          ]}
        />
      </Card>
      <div>
        {contact.some(([, value]) => value) && (
          <Card title={words.contact}>
            <Facts rows={contact} />
          </Card>
        )}
        <Card>
          <div className="rows">
            {may(getTransactions) && (
              <To to="/payments" search={{ merchant: of.id }}>
                {words.payments}
              </To>
            )}
            {may(getMerchantsByMerchantIdBankProfiles) && (
              <To to="/bank-profiles" search={{ merchant: of.id }}>
                {words.profiles}
              </To>
            )}
          </div>
        </Card>
      </div>
    </div>
  )
}

export default MerchantDetail
