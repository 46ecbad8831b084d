/** API keys: created, confirmed by a second person, given a new secret, switched off, deleted. */
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/data.ts'
import {
  deleteTenantsMeApiKeysById,
  getTenantsMeApiKeys,
  getTenantsMeApiKeysById,
  patchTenantsMeApiKeysById,
  postTenantsMeApiKeys,
  postTenantsMeApiKeysByIdConfirm,
  postTenantsMeApiKeysByIdRotateSecret,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Fresh } from '../../parts/record/record-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import type { Deed } from './key-dialogs.tsx'
import { KeyDeeds, KeyTable } from './key-table.tsx'
import type { KeySide } from './side.ts'
import { TEXTS } from './texts.ts'

const OWN: KeySide = {
  list: getTenantsMeApiKeys,
  create: postTenantsMeApiKeys,
  change: patchTenantsMeApiKeysById,
  remove: deleteTenantsMeApiKeysById,
  rotate: postTenantsMeApiKeysByIdRotateSecret,
  confirm: postTenantsMeApiKeysByIdConfirm,
  place: {},
}

const KeyList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ q }] = useAddress()
  const [deed, setDeed] = useState<Deed | null>(null)
  const close = (): void => setDeed(null)
  const keys = useRead(
    OWN.list,
    { query: { search_term: q, include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={OWN.create} onPress={() => setDeed({ kind: 'create' })} kind="primary">
          <Icon name="plus" />
          {words.create}
        </Action>
      }
    >
      <Filters find={{ name: 'q', label: words.find }} />
      <List of={keys} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => <KeyTable side={OWN} rows={rows} onDeed={setDeed} />}
      </List>
      {deed?.kind === 'edit' ? (
        <Fresh reads={getTenantsMeApiKeysById} path={{ id: deed.of.id }} title={words.editTitle} onClose={close}>
          {(of) => <KeyDeeds side={OWN} deed={{ kind: 'edit', of }} onClose={close} />}
        </Fresh>
      ) : (
        <KeyDeeds side={OWN} deed={deed} onClose={close} />
      )}
    </Page>
  )
}

export default KeyList
