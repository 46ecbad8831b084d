/** Two independent OAuth libraries get a token by discovery and refresh it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { demoClient } from '../support/demo.ts'
import { useVezne } from '../support/vezne.ts'

const LOAD = 'tenant-load'
const vezne = useVezne()
let issuer: URL
before(async () => {
  issuer = new URL(`${vezne.urls.identity}/api/v1/auth/${LOAD}`)
})

const client = () => demoClient(vezne.demo, 'admin', LOAD)
const checkWorks = async (accessToken: string): Promise<void> => {
  const me = await vezne.request('identity', 'GET', '/api/v1/me', { token: accessToken })
  assert.equal(me.status, 200, me.text)
  assert.equal(me.body.sub, client().client_id)
}

const METHODS = [
  { method: 'client_secret_post', ofOpenid: openid.ClientSecretPost, ofOauth: oauth.ClientSecretPost },
  { method: 'client_secret_basic', ofOpenid: openid.ClientSecretBasic, ofOauth: oauth.ClientSecretBasic },
]
for (const { method, ofOpenid, ofOauth } of METHODS) {
  test(`openid-client with ${method}`, async () => {
    const { client_id, client_secret } = client()
    const configuration = await openid.discovery(issuer, client_id, undefined, ofOpenid(client_secret), {
      execute: [openid.allowInsecureRequests],
    })
    const first = await openid.clientCredentialsGrant(configuration, { scope: 'openid' })
    assert.equal(first.token_type, 'bearer')
    assert.equal(first.expires_in, 300)
    await checkWorks(first.access_token)
    const second = await openid.refreshTokenGrant(configuration, first.refresh_token as string)
    assert.notEqual(second.refresh_token, first.refresh_token)
    await checkWorks(second.access_token)
    const info = await openid.fetchUserInfo(configuration, second.access_token, client_id)
    assert.equal(info.preferred_username, client_id)
    await assert.rejects(openid.refreshTokenGrant(configuration, first.refresh_token as string), { status: 401 })
  })

  test(`oauth4webapi with ${method}`, async () => {
    const { client_id, client_secret } = client()
    const insecure = { [oauth.allowInsecureRequests]: true }
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oidc' }),
    )
    const authentication = ofOauth(client_secret)
    const first = await oauth.processClientCredentialsResponse(
      server,
      { client_id },
      await oauth.clientCredentialsGrantRequest(server, { client_id }, authentication, {}, insecure),
    )
    await checkWorks(first.access_token)
    const second = await oauth.processRefreshTokenResponse(
      server,
      { client_id },
      await oauth.refreshTokenGrantRequest(
        server,
        { client_id },
        authentication,
        first.refresh_token as string,
        insecure,
      ),
    )
    await checkWorks(second.access_token)
  })

  test(`${method}: a wrong secret is refused`, async () => {
    const configuration = await openid.discovery(issuer, client().client_id, undefined, ofOpenid('wrong'), {
      execute: [openid.allowInsecureRequests],
    })
    await assert.rejects(openid.clientCredentialsGrant(configuration), { status: 401 })
  })
}
