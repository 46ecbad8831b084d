/** Which rules a payment would match, in order; nothing is charged. */
import type { ReactNode } from 'react'
import type { ResolveRouting, RoutingRule } from '../../../../sdk/src/generated/cards.ts'
import { useWrite } from '../../api/data.ts'
import { postRoutingRulesResolve } from '../../generated/operations.ts'
import { WriteForm } from '../../parts/form.tsx'
import { Card } from '../../parts/page.tsx'
import { StateCard } from '../../parts/reading.tsx'
import { buildBody, listNames, type Member, Members } from '../../parts/record/members.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { useRuleAims } from './rule-columns.tsx'
import { useBrands, useCardTypes } from './rule-members.ts'
import { TEXTS } from './texts.ts'

export const WhatWouldHappen = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const ask = useWrite(postRoutingRulesResolve)
  const columns = useColumns()
  const members: readonly Member<ResolveRouting>[] = [
    { name: 'amount', label: common.amount, kind: 'amount', isRequired: true },
    { name: 'currency', label: record.currency, maxLength: 3 },
    { name: 'card_bin', label: words.bin, maxLength: 8 },
    { name: 'installment_count', label: words.installments, kind: 'count' },
    { name: 'card_brand', label: words.brand, kind: 'pick', options: useBrands() },
    { name: 'card_type', label: words.type, kind: 'pick', options: useCardTypes() },
  ]
  return (
    <div className="columns reversed">
      <Card title={words.tryIt}>
        <p className="quiet spaced">{words.tryHint}</p>
        <WriteForm
          error={ask.error}
          isBusy={ask.isPending}
          fields={listNames(members)}
          submit={words.try}
          onSubmit={(values) => ask.mutate({ body: buildBody<ResolveRouting>(members, values, locale) })}
        >
          <Members members={members} of={{ amount: 10_000, currency: 'TRY' }} />
        </WriteForm>
      </Card>
      <div role="status">
        {ask.data !== undefined &&
          (ask.data.length === 0 ? (
            <StateCard icon="search" title={words.noMatch} hint={words.noMatchHint} />
          ) : (
            <Table caption={words.tryIt} columns={columns} rows={ask.data} keyOf={({ id }) => id} />
          ))}
      </div>
    </div>
  )
}

const useColumns = (): Column<RoutingRule>[] => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const [named, target] = useRuleAims<RoutingRule>()
  return [
    named,
    { ...target, isKept: true },
    { head: words.priority, isFigure: true, cell: (rule) => rule.priority.toLocaleString(locale) },
    {
      head: words.score,
      isFigure: true,
      cell: (rule) => rule.composite_score.toLocaleString(locale, { maximumFractionDigits: 2 }),
    },
  ]
}
