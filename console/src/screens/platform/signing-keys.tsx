/** Signing keys of a realm. */
import { type ReactNode, useState } from 'react'
import type { SigningKey } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import {
  deletePlatformRealmsBySlugSigningKeysByKid,
  getPlatformRealmsBySlugSigningKeys,
  getPlatformTenants,
  postPlatformRealmsBySlugSigningKeys,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Id, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

const TENANTS = 100

const SigningKeys = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { tenant } = useMe()
  const [{ realm: slug = tenant.slug }] = useAddress()
  const [deed, setDeed] = useState<'new' | SigningKey | null>(null)
  const columns = useColumns(setDeed)
  const keys = useRead(getPlatformRealmsBySlugSigningKeys, { path: { slug } })
  const close = (): void => setDeed(null)
  return (
    <Page
      title={words.keysTitle}
      hint={words.keysHint}
      actions={
        <Action operation={postPlatformRealmsBySlugSigningKeys} onPress={() => setDeed('new')} kind="primary">
          <Icon name="plus" />
          {words.addKey}
        </Action>
      }
    >
      <RealmPick slug={slug} />
      <Reading of={keys}>
        {({ items }) => (
          <Table
            caption={words.keysCaption}
            columns={columns}
            rows={items}
            keyOf={({ kid }) => kid}
            noteOf={({ status }) => <Status value={status} />}
          />
        )}
      </Reading>
      {deed === 'new' && (
        <WriteDialog
          operation={postPlatformRealmsBySlugSigningKeys}
          inputOf={() => ({ path: { slug } })}
          title={words.addKeyTitle}
          hint={`${words.realm}: ${slug}. ${words.addKeyHint}`}
          submit={words.addKey}
          said={words.keyMade}
          onClose={close}
        />
      )}
      {deed !== null && deed !== 'new' && (
        <RemoveDialog
          operation={deletePlatformRealmsBySlugSigningKeysByKid}
          input={{ path: { slug, kid: deed.kid } }}
          name={deed.kid}
          hint={words.removeKey}
          onClose={close}
        />
      )}
    </Page>
  )
}

const RealmPick = ({ slug }: { slug: string }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const { tenant } = useMe()
  const [, change] = useAddress()
  const tenants = useRead(
    getPlatformTenants,
    { query: { page: 1, page_size: TENANTS } },
    { isOn: may(getPlatformTenants) },
  )
  const slugs = [...new Set([tenant.slug, slug, ...(tenants.data?.items ?? []).map((each) => each.slug)])]
  return (
    <div className="filters">
      <label className="pick">
        <span className="quiet small">{words.realm}</span>
        <select value={slug} onChange={(event) => change({ realm: event.target.value })}>
          {slugs.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

const useColumns = (onRemove: (key: SigningKey) => void): Column<SigningKey>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  return [
    { head: common.id, cell: ({ kid }) => <Id value={kid} /> },
    { head: common.status, cell: ({ status }) => <Status value={status} /> },
    { head: words.signsFrom, cell: (key) => <Time at={key.signs_from} /> },
    { head: words.signsUntil, cell: (key) => <Time at={key.signs_until} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (key) => (
        <RowAction
          operation={deletePlatformRealmsBySlugSigningKeysByKid}
          text={record.remove}
          of={key.kid}
          onPress={() => onRemove(key)}
        />
      ),
    },
  ]
}

export default SigningKeys
