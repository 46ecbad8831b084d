/** Which request holds a key: for what, since when, from whom; its body becomes the first of the two. */
import { type ReactNode, useState } from 'react'
import type { IdempotencyKeyHolder } from '../../../../sdk/src/generated/cards.ts'
import { call } from '../../api/call.ts'
import { useMay, useMe } from '../../api/me.ts'
import { getIdempotencyKeys } from '../../generated/operations.ts'
import { Field, WriteForm } from '../../parts/form.tsx'
import { To } from '../../parts/link.tsx'
import { Card } from '../../parts/page.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { Table } from '../../parts/table.tsx'
import { Actor, None, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

export const KeyHolders = ({ onTake }: { onTake: (body: string) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const may = useMay()
  const { merchants } = useMe()
  // Inactive merchants may not be queried.
  const ids = merchants.filter(({ is_active }) => is_active !== false).map(({ id }) => id)
  const [found, setFound] = useState<readonly IdempotencyKeyHolder[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  if (!may(getIdempotencyKeys)) return null
  const look = async (key: string, merchantId: string | undefined): Promise<void> => {
    setBusy(true)
    setError(null)
    setFound(null)
    try {
      setFound(await holdersAt(key, merchantId === undefined || merchantId === '' ? ids : [merchantId]))
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return (
    <Card title={words.holder}>
      <div className="stack">
        <WriteForm
          error={error}
          isBusy={isBusy}
          fields={['key']}
          submit={words.lookUp}
          onSubmit={({ key = '', merchant }) => void look(key.trim(), merchant)}
        >
          <Field name="key" label={words.key} isRequired maxLength={128} autoComplete="off" />
          {merchants.length > 1 && (
            <PickField
              name="merchant"
              label={common.merchant}
              options={[
                ['', common.all],
                ...merchants.map(({ id, name, external_id }) => [id, name ?? external_id ?? id] as const),
              ]}
            />
          )}
        </WriteForm>
        <div aria-live="polite">
          {found?.length === 0 && <p className="quiet">{words.keyIsFree}</p>}
          {found !== null && found.length > 0 && <Holders of={found} onTake={onTake} />}
        </div>
      </div>
    </Card>
  )
}

const AT_ONCE = 8

/**
 * A key belongs to a merchant, so each merchant is queried for its own. A request that named no merchant is returned
 * for all of them.
 */
const holdersAt = async (key: string, merchantIds: readonly string[]): Promise<IdempotencyKeyHolder[]> => {
  const found = new Map<string, IdempotencyKeyHolder>()
  for (let at = 0; at === 0 || at < merchantIds.length; at += AT_ONCE) {
    const asked = merchantIds.length === 0 ? [undefined] : merchantIds.slice(at, at + AT_ONCE)
    const answers = await Promise.all(
      asked.map((merchantId) => call(getIdempotencyKeys, { query: { key } }, { merchantId })),
    )
    for (const holder of answers.flat()) found.set(toKey(holder), holder)
  }
  return [...found.values()].sort((a, b) => a.created.localeCompare(b.created))
}
const toKey = ({ merchant_id, operation, created }: IdempotencyKeyHolder): string =>
  `${merchant_id} ${operation} ${created}`

const Holders = ({
  of,
  onTake,
}: {
  of: readonly IdempotencyKeyHolder[]
  onTake: (body: string) => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const { merchants } = useMe()
  const nameOf = (id: string | null): ReactNode => {
    if (id === null) return <None />
    const merchant = merchants.find((each) => each.id === id)
    return merchant?.name ?? merchant?.external_id ?? id
  }
  return (
    <Table
      caption={words.holder}
      rows={of}
      keyOf={toKey}
      noteOf={(row) => <Time at={row.created} />}
      columns={[
        { head: words.call, cell: (row) => <code>{row.operation}</code> },
        { head: common.merchant, cell: (row) => nameOf(row.merchant_id) },
        { head: words.answer, cell: (row) => row.status_code ?? <span className="quiet">{words.notFinal}</span> },
        { head: words.fingerprint, cell: (row) => <code>{row.fingerprint}</code> },
        { head: words.by, cell: (row) => <Actor id={row.requested_by} /> },
        { head: common.time, cell: (row) => <Time at={row.created} /> },
        {
          head: common.actions,
          isKept: true,
          cell: (row) => (
            <span className="row-actions">
              {row.transaction_id !== null && <To to={`/payments/${row.transaction_id}`}>{words.payment}</To>}
              {row.request_body !== null && (
                <button type="button" className="button" onClick={() => onTake(row.request_body ?? '')}>
                  {words.takeBody}
                </button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
