/** Problems of the token operations follow RFC 6749 as well: members `error` and `error_description`, never cached. */
import { Problem } from '../../core/problem.ts'

const ERROR_OF: Readonly<Record<string, string>> = {
  bad_request: 'invalid_request',
  invalid_json: 'invalid_request',
  invalid_credentials: 'invalid_client',
  invalid_refresh_token: 'invalid_grant',
  realm_suspended: 'unauthorized_client',
  ip_not_allowed: 'unauthorized_client',
  rate_limit_exceeded: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  internal_server_error: 'server_error',
}

export const oauthProblem = (problem: Problem): Problem => shaped(problem, errorOf(problem))

/** A password is a grant, not a client: RFC 6749 has another code for a wrong one. */
export const loginProblem = (problem: Problem): Problem =>
  shaped(problem, problem.code === 'invalid_credentials' ? 'invalid_grant' : errorOf(problem))

const shaped = (problem: Problem, error: string): Problem => {
  const { extras } = problem
  return new Problem(problem.code, {
    ...extras,
    headers: { 'cache-control': 'no-store', pragma: 'no-cache', ...extras.headers },
    extra: { ...extras.extra, error, error_description: problem.said },
  })
}

const errorOf = (problem: Problem): string => {
  const isAboutGrant =
    problem.code === 'bad_request' && problem.extras.errors?.some(({ field }) => field === 'grant_type')
  return isAboutGrant ? 'unsupported_grant_type' : (ERROR_OF[problem.code] ?? 'invalid_request')
}
