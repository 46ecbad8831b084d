/** The tenant's settings as this surface answers them: in its envelope. */
import { FRAUD_SETTINGS } from '../fraud/settings-of.ts'
import { settingEndpoints } from '../identity/settings/endpoints.ts'
import { createdEnveloped, envelopeOf, IdEnvelope, okEnveloped } from './envelope.ts'
import { TRANSFER_SETTINGS } from './settings-of.ts'

export const transferSettingEndpoints = settingEndpoints({
  readRole: 'read',
  page: (page) => envelopeOf(page, 'SettingPageEnvelope'),
  shownPage: okEnveloped,
  created: { schema: IdEnvelope, answer: createdEnveloped },
  changed: { status: 200, schema: IdEnvelope, answer: okEnveloped },
  known: [...TRANSFER_SETTINGS, ...FRAUD_SETTINGS],
})
