/** One kind of waiting record: how many, the first of them, and the link to all. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { To } from '../../parts/link.tsx'
import type { Paged } from '../../parts/list.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

export const QUEUE_ROWS = 10
export const FIRST_PAGE = { page: 1, page_size: QUEUE_ROWS } as const

/** Selects whose decisions a queue shows; if absent, what waits for anyone. */
export interface WaitingProps {
  readonly waits: 'me' | undefined
}

/** For lists that also contain rows without a waiting change. */
export const whose = (waits: WaitingProps['waits']) => (waits === 'me' ? { waits_for: waits } : { waits: true })

interface QueueProps<Row> {
  readonly of: UseQueryResult<Paged<Row>, Error>
  readonly title: string
  readonly all?: { readonly to: string; readonly search: Readonly<Record<string, string>> }
  readonly children: (rows: readonly Row[]) => ReactNode
}

export const Queue = <Row,>({ of, title, all, children }: QueueProps<Row>): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const count = of.data?.total_count ?? 0
  if (of.data?.items.length === 0)
    return (
      <section className="empty-queue" aria-label={title}>
        <h2>{title}</h2>
        <p>{words.nothing}</p>
      </section>
    )
  return (
    <Card
      title={title}
      className="queue"
      beside={
        all &&
        count > 0 && (
          <To to={all.to} search={all.search}>
            {words.all(count.toLocaleString(locale))}
          </To>
        )
      }
    >
      <Part of={of}>{({ items }) => children(items)}</Part>
    </Card>
  )
}
