/** Routing: simple rules, scored rules, a simulation for a payment, and how rules are chosen. */
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/me.ts'
import type { AnyOperation } from '../../api/operation.ts'
import {
  getRoutingRules,
  getRoutingRulesSettings,
  getSimpleRoutingRules,
  postRoutingRules,
  postRoutingRulesResolve,
  postSimpleRoutingRules,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WaitingNotices } from '../waiting/waiting-changes.tsx'
import { RoutingSettings } from './routing-settings.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { Rules, SimpleRules } from './rules.tsx'
import { TEXTS } from './texts.ts'
import { WhatWouldHappen } from './what-would-happen.tsx'

const VIEWS = ['detailed', 'simple', 'tryIt', 'how'] as const
/** Kinds of changes that are shown here while they wait. */
const ROUTING: ReadonlySet<string> = new Set(['routing_rule', 'simple_routing_rule', 'routing_settings'])

type View = (typeof VIEWS)[number]
const NEEDED: Readonly<Record<View, AnyOperation>> = {
  simple: getSimpleRoutingRules,
  detailed: getRoutingRules,
  tryIt: postRoutingRulesResolve,
  how: getRoutingRulesSettings,
}

const Routing = (): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const open = VIEWS.filter((each) => may(NEEDED[each]))
  const [{ view: named }] = useAddress()
  const view = open.find((each) => each === named) ?? open[0]
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        (view === 'simple' || view === 'detailed') && (
          <Action
            operation={view === 'simple' ? postSimpleRoutingRules : postRoutingRules}
            onPress={() => setOpen(true)}
            kind="primary"
          >
            <Icon name="plus" />
            {words.add}
          </Action>
        )
      }
    >
      <WaitingNotices side="routing" isShown={({ kind }) => ROUTING.has(kind)} />
      <nav className="lanes" aria-label={words.title}>
        {open.map((each) => (
          <To key={each} to="/routing" search={{ view: each }} className={each === view ? 'lane now' : 'lane'}>
            {words[each]}
          </To>
        ))}
      </nav>
      {view === 'simple' && <SimpleRules />}
      {view === 'detailed' && <Rules />}
      {view === 'tryIt' && <WhatWouldHappen />}
      {view === 'how' && <RoutingSettings />}
      {isOpen && <RuleDialog isSimple={view === 'simple'} onClose={() => setOpen(false)} />}
    </Page>
  )
}

export default Routing
