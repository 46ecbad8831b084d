/**
 * Decides whether a challenge is passed: the md status against those the configuration accepts
 * (docs/interface/cards.md#3-d-secure, docs/interface/cards.md#known-keys-of-a-configuration).
 */

export interface AuthenticationDecision {
  isPassed: boolean
  error_code?: string
  error_message?: string
}

/** Any other status is never accepted, whatever a configuration says: 0 is a refusal, 5 and above are faults. */
const ACCEPTABLE_MD_STATUSES = ['1', '2', '3', '4']

export const decideAuthentication = (
  response: { mdStatus: string | null; refusal: string | null; message: string | null },
  acceptedSetting: string | undefined,
): AuthenticationDecision => {
  const { mdStatus, refusal, message } = response
  const accepted = (acceptedSetting ?? ACCEPTABLE_MD_STATUSES.join(',')).split(',').map((each) => each.trim())
  const isAccepted = mdStatus !== null && ACCEPTABLE_MD_STATUSES.includes(mdStatus) && accepted.includes(mdStatus)
  if (isAccepted && refusal === null) return { isPassed: true }
  const [error_code, words] = toFailureReason(mdStatus, refusal)
  return { isPassed: false, error_code, error_message: message ?? words }
}

const toFailureReason = (mdStatus: string | null, refusal: string | null): [code: string, words: string] => {
  switch (refusal) {
    case 'cancelled':
      return ['three_ds_user_cancelled', 'The cardholder cancelled']
    case 'timeout':
      return ['three_ds_timeout', 'The cardholder did not finish in time']
    case 'wrong_code':
      return ['three_ds_authentication_failed', 'The cardholder entered wrong codes']
    case 'unavailable':
      return ['three_ds_failed', 'The authentication was not available']
  }
  if (mdStatus !== null && ['5', '6', '7', '9'].includes(mdStatus))
    return ['three_ds_failed', `The bank could not authenticate the cardholder (md status ${mdStatus})`]
  return ['three_ds_authentication_failed', `The cardholder was not authenticated (md status ${mdStatus || 'none'})`]
}

/** Returns the interface's name for it. */
export const toMdStatusName = (
  mdStatus: string | null,
): 'unknown' | 'fully_authenticated' | 'attempted_authentication' | 'authentication_failed' | null => {
  if (mdStatus === null) return null
  if (mdStatus === '1') return 'fully_authenticated'
  if (['2', '3', '4'].includes(mdStatus)) return 'attempted_authentication'
  return ['0', '5', '6', '7', '8'].includes(mdStatus) ? 'authentication_failed' : 'unknown'
}
