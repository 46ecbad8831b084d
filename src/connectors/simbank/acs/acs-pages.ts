/** GET and POST /sandbox/acs/{challenge_token}: the simulated bank's page, sandbox only (docs/interface/sandbox.md#challenge-page). */
import { Type } from 'typebox'
import { type Answer, type Call, type Endpoint, endpoint, type Pairs } from '../../../access/endpoint.ts'
import type { Language } from '../../../core/phrases/texts.ts'
import { type PagePolicy, pageHeaders } from '../../../infra/http/page-headers.ts'
import { preferredLanguage } from '../../../infra/http/preferred-language.ts'
import type { Runtime } from '../../../infra/runtime.ts'
import type { Configuration } from '../../attempt.ts'
import { callbackFields } from '../callback-fields.ts'
import { type Challenge, type ChallengeResult, type Challenges, createChallenges } from '../challenge-store.ts'
import { endPage, expiredPage, questionPage, unknownPage } from './acs-page.ts'
import { ACS_PATH, readChallengeToken } from './challenge-token.ts'
import { COUNTDOWN_HASH, GO_BACK_HASH, STYLE_HASH } from './page-parts.ts'

const RIGHT_CODE = '123456'

interface AcsServices {
  runtime: Runtime
  configurationsOf: (tenantId: string) => Promise<readonly Configuration[]>
}

export const acsPages = (parts: AcsServices): Endpoint[] => {
  if (parts.runtime.config.env !== 'sandbox') return []
  const challenges = createChallenges(parts.runtime)
  const page = {
    path: `${ACS_PATH}/:challenge_token`,
    tag: 'Sandbox',
    summary: 'Challenge page of the simulated bank',
    allow: 'none',
    limit: 'none',
    isPage: true,
    params: Type.Object({ challenge_token: Type.String() }),
    answers: { 200: null },
  } as const
  return [
    endpoint({ ...page, method: 'GET', handle: (call) => show(parts, challenges, call) }),
    endpoint({
      ...page,
      method: 'POST',
      readsForm: true,
      body: Type.Object({}),
      handle: (call) => show(parts, challenges, call, call.body as Pairs),
    }),
  ]
}

type PageCall = Call<{ challenge_token: string }>

const show = async (parts: AcsServices, challenges: Challenges, call: PageCall, form?: Pairs): Promise<Answer> => {
  const { sealer, clock } = parts.runtime
  const language = preferredLanguage(call.request.headers['accept-language'])
  const named = readChallengeToken(sealer, call.params.challenge_token)
  const challenge = named && (await challenges.find(named.tenantId, named.transactionId))
  if (challenge === undefined) return pageAnswer(404, unknownPage(language))
  const isOver = clock.ms() >= challenge.expires_at.getTime()
  if (challenge.result === null && isOver) return pageAnswer(200, expiredPage(language))
  const now = await answered(challenges, challenge, form)
  if (now.result === null) return pageAnswer(200, questionPage(now, language, clock.ms()))
  return ended(parts, { ...now, result: now.result }, language)
}

/** The challenge after this visit: test cards without a prompt complete it by the visit itself. */
const answered = async (challenges: Challenges, challenge: Challenge, form: Pairs | undefined): Promise<Challenge> => {
  const { tenant_id, transaction_id, outcome } = challenge
  if (challenge.result !== null) return challenge
  const result = SILENT[outcome] ?? (form && toResult(form))
  if (result === undefined) return challenge
  const after =
    result === 'wrong_code'
      ? await challenges.countWrongCode(tenant_id, transaction_id)
      : await challenges.end(tenant_id, transaction_id, result)
  return after ?? challenge
}

const SILENT: Readonly<Partial<Record<Challenge['outcome'], ChallengeResult>>> = {
  frictionless: 'ok',
  attempt: 'ok',
  failed: 'refused',
}

const toResult = (form: Pairs): ChallengeResult => {
  if (form.action?.at(-1) === 'cancel') return 'cancelled'
  return form.code?.at(-1)?.trim() === RIGHT_CODE ? 'ok' : 'wrong_code'
}

const ended = async (
  parts: AcsServices,
  challenge: Challenge & { result: ChallengeResult },
  language: Language,
): Promise<Answer> => {
  const configurations = await parts.configurationsOf(challenge.tenant_id)
  const secret = configurations.find(({ id }) => id === challenge.configuration_id)?.secrets.secretKey
  if (secret === undefined) return pageAnswer(404, unknownPage(language))
  return pageAnswer(200, endPage(challenge, callbackFields(challenge, secret), language))
}

/** A browser checks `form-action` along redirects as well, and the callback leads on to the shop, wherever that is. */
const POLICY: PagePolicy = {
  styles: [STYLE_HASH],
  scripts: [COUNTDOWN_HASH, GO_BACK_HASH],
  formTargets: ['https:', 'http:'],
}

const pageAnswer = (status: number, bodyText: string): Answer => ({ status, bodyText, headers: pageHeaders(POLICY) })
