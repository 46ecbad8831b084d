/** The tenant's settings in this surface's envelope. */
import type { Endpoint } from '../access/endpoint.ts'
import type { ServedSetting, SettingEnv } from '../identity/settings/known-setting.ts'
import { settingEndpoints } from '../identity/settings/setting-endpoints.ts'
import { buildEnvelope, createdEnveloped, IdEnvelope, okEnveloped } from './schemas/response-envelope.ts'

/** `known` contains the settings of every surface, because all surfaces share them. */
export const transferSettingEndpoints = (known: readonly ServedSetting[], env: SettingEnv): Endpoint[] =>
  settingEndpoints({
    readRole: 'read',
    around: buildEnvelope,
    shown: okEnveloped,
    created: { schema: IdEnvelope, answer: createdEnveloped },
    changed: { status: 200, schema: IdEnvelope, answer: okEnveloped },
    known,
    env,
  })
