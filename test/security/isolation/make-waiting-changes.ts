/** A change of the tenant that waits for a second person. */
import type { Answer } from '../../support/http.ts'
import type { Rig } from './rig.ts'

export const makeWaitingChange = async (
  rig: Rig,
  { token, word }: { token: string; word: string },
): Promise<[name: string, Answer][]> => {
  const setting = { key: 'fraud.rules_four_eyes', value: 'true' }
  const switched = await rig.vezne.request('cards', 'POST', '/api/v1/settings', { token, body: setting })
  const listed = await rig.vezne.request('fraud', 'POST', '/api/v1/fraud/blacklist', {
    token,
    body: { entry_type: 'email', value: `${word}@listed.example`, reason: word },
  })
  const removed = await rig.vezne.request('fraud', 'DELETE', `/api/v1/fraud/blacklist/${listed.body?.id}`, { token })
  return [
    ['cards POST /api/v1/settings, by two people', switched],
    ['fraud POST /api/v1/fraud/blacklist, to remove', listed],
    ['fraud DELETE /api/v1/fraud/blacklist/{id}, which waits', removed],
  ]
}
