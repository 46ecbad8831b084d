/**
 * One configuration of a connector: an account at a bank, how its calls perform, and a change that waits for a second
 * person.
 */
import { type ReactNode, useState } from 'react'
import type {
  ConnectorConfiguration,
  ConnectorConfigurationHealth,
  ConnectorType,
} from '../../../../sdk/src/generated/cards.ts'
import {
  deleteConnectorConfigurationsById,
  postConnectorConfigurationsByIdActivate,
  postConnectorConfigurationsByIdConfirm,
  postConnectorConfigurationsByIdDeactivate,
  postConnectorConfigurationsByIdReject,
  putConnectorConfigurationsById,
} from '../../generated/operations.ts'
import { Card, Facts } from '../../parts/page.tsx'
import { PendingNotice } from '../../parts/record/pending-notice.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { type ConfigurationDeed, ConfigurationDialog } from './configuration-dialog.tsx'
import { TEXTS } from './texts.ts'

interface ConfigurationProps {
  readonly of: ConnectorConfiguration
  readonly type: ConnectorType
  readonly health: ConnectorConfigurationHealth | undefined
}

export const Configuration = ({ of, type, health }: ConfigurationProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const [deed, setDeed] = useState<ConfigurationDeed | null>(null)
  const name = of.name ?? of.id
  return (
    <Card title={name} beside={<Status value={of.is_active ? 'active' : 'inactive'} />}>
      {of.pending_change && (
        <PendingNotice
          title={of.pending_change.is_new ? words.pendingNew : words.pending}
          name={name}
          change={of.pending_change}
          confirm={postConnectorConfigurationsByIdConfirm}
          reject={postConnectorConfigurationsByIdReject}
          onDecide={setDeed}
        />
      )}
      <ConfigurationFacts of={of} health={health} />
      <span className="row-actions">
        <RowAction
          operation={putConnectorConfigurationsById}
          text={record.edit}
          of={name}
          onPress={() => setDeed('edit')}
        />
        <RowAction
          operation={of.is_active ? postConnectorConfigurationsByIdDeactivate : postConnectorConfigurationsByIdActivate}
          text={of.is_active ? record.deactivate : record.activate}
          of={name}
          onPress={() => setDeed('switch')}
        />
        <RowAction
          operation={deleteConnectorConfigurationsById}
          text={record.remove}
          of={name}
          onPress={() => setDeed('remove')}
        />
      </span>
      {deed !== null && <ConfigurationDialog deed={deed} of={of} type={type} onClose={() => setDeed(null)} />}
    </Card>
  )
}

const ConfigurationFacts = ({ of, health }: Omit<ConfigurationProps, 'type'>): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const share = (health?.success_count ?? 0) / Math.max(1, health?.sample_size ?? 0)
  const breaker = { closed: words.closed, open: words.openBreaker, half_open: words.half_open }
  return (
    <Facts
      rows={[
        [words.health, health && <Status key="h" value={health.status} />],
        [
          words.successRate,
          health &&
            (health.sample_size === 0
              ? words.noCalls
              : words.ofCalls(
                  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 }),
                  health.sample_size.toLocaleString(locale),
                )),
        ],
        [words.breaker, health && health.breaker_state !== 'closed' ? breaker[health.breaker_state] : null],
        [
          words.lastError,
          health?.last_error && (
            <span key="l">
              <Time at={health.last_error.at} /> <code>{health.last_error.code}</code> {health.last_error.message}
            </span>
          ),
        ],
        [words.mode, words[of.mode]],
        [words.priority, of.priority.toLocaleString(locale)],
        [words.bankCode, of.bank_code],
        [words.storeId, of.store_id],
        [words.terminalId, of.terminal_id],
        [words.username, of.username],
        [words.password, of.password && <code key="p">{of.password}</code>],
        [words.secretKey, of.secret_key && <code key="s">{of.secret_key}</code>],
        [words.apiKey, of.api_key && <code key="k">{of.api_key}</code>],
        [words.apiUrl, of.api_endpoint_url && <code key="u">{of.api_endpoint_url}</code>],
        [words.threeDUrl, of.three_d_secure_endpoint_url && <code key="t">{of.three_d_secure_endpoint_url}</code>],
        [
          words.extra,
          Object.entries(of.extra_properties_dict)
            .map(([key, value]) => `${key}=${value}`)
            .join(', '),
        ],
        [record.changed, <Time key="c" at={of.last_modified} />],
        [common.id, <Id key="i" value={of.id} />],
      ]}
    />
  )
}
