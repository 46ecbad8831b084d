/** GET of routing rules of one kind: the list, newest first, and one of them. */
import type { Endpoint } from '../../access/endpoint.ts'
import { endpoint, ok } from '../../access/endpoint.ts'
import { pageSchema, toPage } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { RuleParams } from './routing-schemas.ts'
import { type RuleKind, readFigures, settableRule } from './rule-kinds.ts'
import { type AnyRule, pageOfRules, ruleById } from './rule-store.ts'

export const requireRule = <Rule extends AnyRule>(kind: RuleKind, row: Rule | undefined): Rule => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`This tenant has no ${kind.noun} with this id; GET ${kind.path} lists them.`,
  })
}

export const ruleGetEndpoints = (kind: RuleKind): readonly Endpoint[] => [listRules(kind), getRule(kind)]

const listRules = (kind: RuleKind) =>
  endpoint({
    method: 'GET',
    path: kind.path,
    summary: `List ${kind.noun}s`,
    description: 'Newest first. A payment meets the active ones by `priority`, lowest first.',
    tag: kind.tag,
    allow: 'pos-read',
    query: kind.schemas.query,
    answers: { 200: pageSchema(kind.schemas.rule, kind.schemas.pageName) },
    handle: ({ query, tenantId, runtime, read }) =>
      read(async (tx) => {
        const figures = await readFigures(tx, tenantId, runtime.clock.ms())
        const { rows, total } = await pageOfRules(tx, kind.table, tenantId, query)
        return ok(
          toPage(
            rows.map((row) => kind.bodyOf(row, figures)),
            total,
            query,
          ),
        )
      }),
  })

const getRule = (kind: RuleKind) =>
  endpoint({
    method: 'GET',
    path: `${kind.path}/:id`,
    isTagged: true,
    summary: `Read a ${kind.noun}`,
    description: 'One rule with its conditions, its target and what it has done so far.',
    tag: kind.tag,
    allow: 'pos-read',
    params: RuleParams,
    answers: { 200: kind.schemas.rule },
    handle: ({ params, tenantId, runtime, read }) =>
      read(async (tx) => {
        const row = requireRule(kind, await ruleById<AnyRule>(tx, kind.table, tenantId, params.id))
        const body = kind.bodyOf(row, await readFigures(tx, tenantId, runtime.clock.ms()))
        return { ...ok(body), tagged: settableRule(kind, row) }
      }),
  })
