/** One organization: its plan and payment policy; suspending and reactivating it. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Tenant } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  getPlatformAuditLog,
  getPlatformRealmsBySlugSigningKeys,
  getPlatformTenantsBySlug,
  getPlatformTenantsByTenantIdApiKeys,
  postPlatformTenantsByIdActivate,
  postPlatformTenantsByIdSuspend,
  postPlatformTenantsByTenantIdUsersByIdConfirm,
  putPlatformTenantsByIdPaymentPolicy,
  putPlatformTenantsByIdPlan,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Id, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { SHARD_TEXTS } from './shard-texts.ts'
import { ConfirmPersonDialog, TenantKeys } from './tenant-access.tsx'
import { usePlanOptions, usePolicyMembers } from './tenant-members.ts'
import { PERSON_TEXTS, TEXTS } from './texts.ts'

type Deed = 'suspend' | 'activate' | 'plan' | 'policy' | 'person'

const TenantDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const person = useTexts(PERSON_TEXTS)
  const { slug } = useParams({ strict: false }) as { slug: string }
  const may = useMay()
  const [deed, setDeed] = useState<Deed | null>(null)
  const tenant = useRead(getPlatformTenantsBySlug, { path: { slug } })
  const { data } = tenant
  return (
    <Page
      title={data?.display_name ?? slug}
      beside={data && <Status value={data.status} />}
      hint={data && <Id value={data.id} label={words.tenant} />}
      back={{ to: '/platform/tenants', text: words.allTenants }}
      actions={
        data && (
          <>
            <Action operation={putPlatformTenantsByIdPlan} onPress={() => setDeed('plan')}>
              {words.changePlan}
            </Action>
            <Action operation={putPlatformTenantsByIdPaymentPolicy} onPress={() => setDeed('policy')}>
              {words.changePolicy}
            </Action>
            <Action operation={postPlatformTenantsByTenantIdUsersByIdConfirm} onPress={() => setDeed('person')}>
              {person.confirmPerson}
            </Action>
            {data.status === 'active' ? (
              <Action operation={postPlatformTenantsByIdSuspend} onPress={() => setDeed('suspend')}>
                {words.suspend}
              </Action>
            ) : (
              <Action operation={postPlatformTenantsByIdActivate} onPress={() => setDeed('activate')} kind="primary">
                {words.activate}
              </Action>
            )}
          </>
        )
      }
    >
      <div className="stack">
        <Reading of={tenant}>{(read) => <About of={read} />}</Reading>
        {data && may(getPlatformTenantsByTenantIdApiKeys) && <TenantKeys tenant={data.id} />}
      </div>
      {deed !== null && data && <DeedDialog deed={deed} of={data} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const About = ({ of }: { of: Tenant }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const shards = useTexts(SHARD_TEXTS)
  const may = useMay()
  return (
    <div className="columns">
      <Card title={words.tenant} className="wide-column">
        <Facts
          rows={[
            [words.slug, <code key="s">{of.slug}</code>],
            [words.realm, of.realm_name],
            [words.contact, of.contact_email],
            [words.plan, of.plan_name],
            [words.planSince, of.plan_assigned_at && <Time key="p" at={of.plan_assigned_at} />],
            [words.allowNon3d, of.allow_non_3d ? record.yes : record.no],
            [words.flow, words[of.preferred_three_d_flow]],
            ...(of.shard === undefined ? [] : [[shards.shard, String(of.shard)] as const]),
            [record.created, <Time key="c" at={of.created} />],
            [record.changed, <Time key="m" at={of.last_modified} />],
          ]}
        />
      </Card>
      <Card>
        <div className="rows">
          {may(getPlatformAuditLog) && (
            <To to="/platform/audit" search={{ tenant: of.id }}>
              {words.audit}
            </To>
          )}
          {may(getPlatformRealmsBySlugSigningKeys) && (
            <To to="/platform/signing-keys" search={{ realm: of.slug }}>
              {words.keys}
            </To>
          )}
        </div>
      </Card>
    </div>
  )
}

const DeedDialog = ({ deed, of, onClose }: { deed: Deed; of: Tenant; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const plans = usePlanOptions()
  const policy = usePolicyMembers()
  const path = { id: of.id }
  const name = of.display_name ?? of.slug
  if (deed === 'person') return <ConfirmPersonDialog tenant={of.id} onClose={onClose} />
  if (deed === 'plan')
    return (
      <RecordDialog
        operation={putPlatformTenantsByIdPlan}
        path={path}
        title={words.changePlan}
        members={[{ name: 'plan_id', label: words.plan, kind: 'pick', isRequired: true, options: plans }]}
        of={{ plan_id: of.plan_id }}
        onClose={onClose}
      />
    )
  if (deed === 'policy')
    return (
      <RecordDialog
        operation={putPlatformTenantsByIdPaymentPolicy}
        path={path}
        title={words.changePolicy}
        members={policy}
        of={{ ...of }}
        onClose={onClose}
      />
    )
  if (deed === 'suspend')
    return (
      <RecordDialog
        operation={postPlatformTenantsByIdSuspend}
        path={path}
        title={words.suspendTitle(name)}
        hint={words.suspendHint}
        members={[{ name: 'reason', label: common.reason, kind: 'long', maxLength: 500 }]}
        submit={words.suspend}
        kind="danger"
        said={words.suspended}
        onClose={onClose}
      />
    )
  return (
    <WriteDialog
      operation={postPlatformTenantsByIdActivate}
      inputOf={() => ({ path })}
      title={words.activateTitle(name)}
      submit={words.activate}
      said={words.activated}
      onClose={onClose}
    />
  )
}

export default TenantDetail
