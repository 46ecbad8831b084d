/** docs/states.md: drawings and tables of the state machines. */
import { chargebackMachine } from '../../src/chargebacks/chargeback-states.ts'
import { sessionMachine } from '../../src/checkout/model/session-states.ts'
import type { Machine } from '../../src/core/state-machine.ts'
import { alertMachine } from '../../src/fraud/alerts/alert-states.ts'
import { cancellationMachine } from '../../src/payments/model/cancellation-states.ts'
import { operationMachine } from '../../src/payments/model/operation-states.ts'
import { paymentMachine } from '../../src/payments/model/payment-states.ts'
import {
  recurringPlanMachine as cardPlanMachine,
  installmentMachine,
} from '../../src/recurring/model/recurring-plan-states.ts'
import { settlementMachine } from '../../src/settlements/model/settlement-states.ts'
import { transferMachine } from '../../src/transfers/model/transfer-states.ts'
import { recurringTransferMachine } from '../../src/transfers/recurring/recurring-transfer-states.ts'
import { deliveryMachine } from '../../src/webhooks/deliveries/delivery-states.ts'
import { table } from './markdown.ts'

type AnyMachine = Machine<string, string, string>
/** One line per machine. */
export const MACHINES: [title: string, source: string, machine: AnyMachine][] = [
  ['Payment', 'src/payments/model/payment-states.ts', paymentMachine as AnyMachine],
  ['Transfer', 'src/transfers/model/transfer-states.ts', transferMachine as AnyMachine],
  [
    'Recurring transfer',
    'src/transfers/recurring/recurring-transfer-states.ts',
    recurringTransferMachine as AnyMachine,
  ],
  ['Recurring plan', 'src/recurring/model/recurring-plan-states.ts', cardPlanMachine as AnyMachine],
  ['Installment of a plan', 'src/recurring/model/recurring-plan-states.ts', installmentMachine as AnyMachine],
  ['Checkout session', 'src/checkout/model/session-states.ts', sessionMachine as AnyMachine],
  ['Fraud alert', 'src/fraud/alerts/alert-states.ts', alertMachine as AnyMachine],
  ['Chargeback', 'src/chargebacks/chargeback-states.ts', chargebackMachine as AnyMachine],
  ['Settlement', 'src/settlements/model/settlement-states.ts', settlementMachine as AnyMachine],
  ['Capture, void or refund', 'src/payments/model/operation-states.ts', operationMachine as AnyMachine],
  ['Cancellation request', 'src/payments/model/cancellation-states.ts', cancellationMachine as AnyMachine],
  ['Attempt to deliver an event', 'src/webhooks/deliveries/delivery-states.ts', deliveryMachine as AnyMachine],
]

export const statesPage = (): string => `# States

Made from the state tables by \`npm run docs\`. A step that is not here cannot happen: the code has no edge for it. Of payments,
transfers, recurring transfers, plans, installments, checkout sessions, alerts and chargebacks the database refuses it, too.

${MACHINES.map(([title, source, machine]) => `## ${title}\n\nFrom \`${source}\`.\n\n${drawing(machine)}\n\n${edgeTable(machine)}`).join('\n\n')}
`

interface Step {
  from: string
  trigger: string
  to: string
  emits: readonly string[]
}
const stepsOf = (machine: AnyMachine): Step[] =>
  Object.entries(machine).flatMap(([from, edges]) =>
    Object.entries(edges).map(([trigger, edge]) => ({ from, trigger, to: edge?.to ?? '', emits: edge?.emits ?? [] })),
  )

/** Steps between the same two states share an arrow. */
const drawing = (machine: AnyMachine): string => {
  const arrows = new Map<string, string[]>()
  for (const { from, trigger, to } of stepsOf(machine))
    arrows.set(`${from} --> ${to}`, [...(arrows.get(`${from} --> ${to}`) ?? []), trigger])
  const [first] = Object.keys(machine)
  const lines = [`[*] --> ${first}`, ...[...arrows].map(([arrow, triggers]) => `${arrow}: ${triggers.join(', ')}`)]
  const last = Object.entries(machine).filter(([, edges]) => Object.keys(edges).length === 0)
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...[...lines, ...last.map(([state]) => `${state} --> [*]`)].map((line) => `  ${line}`),
    '```',
  ].join('\n')
}

const edgeTable = (machine: AnyMachine): string =>
  table(
    ['From', 'Trigger', 'To', 'Announces'],
    stepsOf(machine).map(({ from, trigger, to, emits }) => [
      from,
      trigger,
      to,
      emits.map((type) => `\`${type}\``).join(', '),
    ]),
  )
