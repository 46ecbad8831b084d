/**
 * Actions of the platform's people for another organization's API clients and first people: its API keys, and
 * confirming a person.
 */
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/data.ts'
import {
  deletePlatformTenantsByTenantIdApiKeysById,
  getPlatformTenantsByTenantIdApiKeys,
  getPlatformTenantsByTenantIdApiKeysById,
  patchPlatformTenantsByTenantIdApiKeysById,
  postPlatformTenantsByTenantIdApiKeys,
  postPlatformTenantsByTenantIdApiKeysByIdRotateSecret,
  postPlatformTenantsByTenantIdUsersByIdConfirm,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Field } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Card } from '../../parts/page.tsx'
import { Fresh } from '../../parts/record/record-dialog.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import type { Deed } from '../keys/key-dialogs.tsx'
import { KeyDeeds, KeyTable } from '../keys/key-table.tsx'
import type { KeySide } from '../keys/side.ts'
import { TEXTS as KEY_TEXTS } from '../keys/texts.ts'
import { PERSON_TEXTS } from './texts.ts'

const sideOf = (tenant: string): KeySide =>
  ({
    list: getPlatformTenantsByTenantIdApiKeys,
    create: postPlatformTenantsByTenantIdApiKeys,
    change: patchPlatformTenantsByTenantIdApiKeysById,
    remove: deletePlatformTenantsByTenantIdApiKeysById,
    rotate: postPlatformTenantsByTenantIdApiKeysByIdRotateSecret,
    confirm: null,
    place: { path: { tenant_id: tenant } },
  }) as unknown as KeySide

export const TenantKeys = ({ tenant }: { tenant: string }): ReactNode => {
  const words = useTexts(KEY_TEXTS)
  const side = sideOf(tenant)
  const [deed, setDeed] = useState<Deed | null>(null)
  const keys = useRead(
    side.list,
    { ...side.place, query: { include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  const close = (): void => setDeed(null)
  return (
    <Card
      title={words.caption}
      className="queue"
      beside={
        <Action operation={side.create} onPress={() => setDeed({ kind: 'create' })}>
          <Icon name="plus" />
          {words.create}
        </Action>
      }
    >
      <List of={keys} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => <KeyTable side={side} rows={rows} onDeed={setDeed} />}
      </List>
      {deed?.kind === 'edit' ? (
        // Programs of the organization change it too, so the form begins with the stored values.
        <Fresh
          reads={getPlatformTenantsByTenantIdApiKeysById}
          path={{ tenant_id: tenant, id: deed.of.id }}
          title={words.editTitle}
          onClose={close}
        >
          {(of) => <KeyDeeds side={side} deed={{ kind: 'edit', of }} onClose={close} />}
        </Fresh>
      ) : (
        <KeyDeeds side={side} deed={deed} onClose={close} />
      )}
    </Card>
  )
}

export const ConfirmPersonDialog = ({ tenant, onClose }: { tenant: string; onClose: () => void }): ReactNode => {
  const words = useTexts(PERSON_TEXTS)
  return (
    <WriteDialog
      operation={postPlatformTenantsByTenantIdUsersByIdConfirm}
      inputOf={({ id = '', changeId }) => ({
        path: { tenant_id: tenant, id: id.trim() },
        body: { changeId: filled(changeId) },
      })}
      title={words.confirmPerson}
      hint={words.confirmPersonHint}
      submit={words.confirmPersonDo}
      fields={['id', 'changeId']}
      said={words.personConfirmed}
      onClose={onClose}
    >
      <Field name="id" label={words.personId} isRequired maxLength={36} autoComplete="off" />
      <Field name="changeId" label={words.changeId} hint={words.changeIdHint} maxLength={36} autoComplete="off" />
    </WriteDialog>
  )
}
