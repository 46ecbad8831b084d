/** Evidence of a chargeback: files that are what they say, kept sealed, read back to the byte, within reach of their merchant alone, in little memory. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { heldBufferBytes } from '../support/held-memory.ts'
import { paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const MB = 1024 * 1024
const vezne = useVezne()
let chargeback: string
before(async () => {
  chargeback = await open()
})

const call = async (key: string, method: string, path: string, body?: unknown, merchant = 'M-1001') =>
  vezne.request('cards', method, `/api/v1${path}`, {
    token: await vezne.token(key),
    headers: key === 'm1' ? {} : { 'x-external-merchant-id': merchant },
    ...(body === undefined ? {} : { body }),
  })
const open = async (merchant = 'M-1001'): Promise<string> => {
  const sold = await call('pos', 'POST', '/payments', paymentBody(), merchant)
  const made = await call(
    'pos',
    'POST',
    '/chargebacks',
    { transaction_id: sold.body.transaction_id, amount: 100 },
    merchant,
  )
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

const HEADS = {
  pdf: Buffer.from('%PDF-1.7\n'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  jpg: Buffer.from('ffd8ffe0', 'hex'),
}
const fileOf = (kind: keyof typeof HEADS, bytes = 2_000): Buffer =>
  Buffer.concat([HEADS[kind], randomBytes(bytes - HEADS[kind].length)])

interface Sent {
  key?: string
  type?: string
  query?: string
  id?: string
  headers?: Record<string, string>
}
/** As a program sends a file: the body is it. */
const send = async (
  file: Buffer | ReadableStream,
  { key = 'pos', type = 'application/pdf', query = '', id = chargeback, headers = {} }: Sent = {},
) => {
  const answer = await fetch(`${vezne.urls.cards}/api/v1/chargebacks/${id}/evidence${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await vezne.token(key)}`, 'content-type': type, ...headers },
    body: file,
    duplex: 'half',
  } as RequestInit)
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
  return { status: answer.status, body: (await answer.json()) as any }
}
const download = async (path: string, key = 'pos') => {
  const answer = await fetch(`${vezne.urls.cards}/api/v1/chargebacks/${path}`, {
    headers: { authorization: `Bearer ${await vezne.token(key)}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const rows = (sql: string, values: unknown[] = []) =>
  vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query<Record<string, unknown>>(sql, values))

test('each kind, of a byte more than a piece to the largest: listed, read back to the byte, safe to save, sealed on disk', async () => {
  const files = [
    ['pdf', 'application/pdf', 5 * MB, 'fatura ğ"\\%.pdf'],
    ['png', 'application/octet-stream', 256 * 1024 + 1, '../../etc/a.png'],
    ['jpg', 'image/jpeg', 2_000, ''],
  ] as const
  for (const [kind, type, size, name] of files) {
    const file = fileOf(kind, size)
    const { status, body } = await send(file, {
      type,
      query: name && `?file_name=${encodeURIComponent(name)}&description=d`,
    })
    assert.equal(status, 201, JSON.stringify(body))
    const media = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' }[kind]
    const { id, created: _, uploaded_by, ...rest } = body
    assert.ok(uploaded_by.startsWith('cid_'))
    const shown = { pdf: 'fatura ğ"\\%.pdf'.split('\\').at(-1), png: 'a.png', jpg: 'evidence.jpg' }[kind]
    assert.deepEqual(rest, {
      chargeback_id: chargeback,
      file_name: shown,
      media_type: media,
      size_bytes: size,
      sha256: sha256(file),
      description: name ? 'd' : null,
    })
    const { headers, bytes, ...got } = await download(`${chargeback}/evidence/${id}`)
    assert.equal(got.status, 200)
    assert.equal(sha256(bytes), sha256(file))
    assert.equal(headers.get('content-type'), media)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="[^"\\]+"; filename\*=UTF-8''[^\s"';]+$/,
    )
    const stored = await rows('select sealed from chargeback_evidence_pieces where evidence_id = $1', [id])
    assert.equal(stored.length, Math.ceil(size / (256 * 1024)))
    assert.ok(stored.every(({ sealed }) => !(sealed as Buffer).includes(file.subarray(0, 64))))
  }
  const listed = await call('view', 'GET', `/chargebacks/${chargeback}/evidence`)
  assert.deepEqual(
    listed.body.map(({ media_type }: { media_type: string }) => media_type),
    ['application/pdf', 'image/png', 'image/jpeg'],
  )
  assert.equal((await rows(`select count(*)::int as n from audit_log where kind = 'chargeback_evidence'`))[0]?.n, 3)
})

test('what is not taken: other content, another type than it says, too large, empty, a JSON body', async () => {
  const refused = async (file: Buffer | ReadableStream, sent: Sent, status: number, code: string) => {
    const answer = await send(file, sent)
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
  }
  await refused(Buffer.from('<html><script>alert(1)</script>'), {}, 415, 'unsupported_media_type')
  await refused(fileOf('png'), { type: 'application/pdf' }, 415, 'unsupported_media_type')
  await refused(fileOf('pdf'), { type: 'text/html' }, 415, 'unsupported_media_type')
  await refused(fileOf('pdf'), { type: 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type')
  await refused(Buffer.from('{}'), { type: 'application/json' }, 415, 'unsupported_media_type')
  await refused(Buffer.alloc(0), {}, 400, 'bad_request')
  await refused(fileOf('pdf', 5 * MB + 1), {}, 413, 'payload_too_large')
  assert.equal((await call('pos', 'GET', `/chargebacks/${await open()}/evidence`)).body.length, 0)
})

test('one that never ends is cut at the limit, not read to its end', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      if (sent > 64 * MB) return controller.close()
      controller.enqueue(sent === 0 ? fileOf('pdf', 64 * 1024) : randomBytes(64 * 1024))
      sent += 64 * 1024
    },
  })
  const answer = await send(endless).catch(() => undefined)
  assert.ok(answer === undefined || answer.status === 413)
  assert.ok(sent < 32 * MB, `${sent} bytes were taken`)
})

test('the same key: one document; another file under it is refused', async () => {
  const id = await open()
  const file = fileOf('pdf')
  const headers = { 'idempotency-key': 'evidence-1' }
  const [one, two] = [await send(file, { id, headers }), await send(file, { id, headers })]
  assert.deepEqual([one.status, two.status, two.body.id], [201, 201, one.body.id])
  assert.equal((await send(fileOf('pdf'), { id, headers })).body.code, 'idempotency_key_in_use')
  assert.equal((await call('pos', 'GET', `/chargebacks/${id}/evidence`)).body.length, 1)
})

test('other merchants and other tenants: neither written, listed, read nor deleted', async () => {
  const foreign = await open('M-1002')
  const { body } = await send(fileOf('pdf'), { id: foreign, headers: { 'x-external-merchant-id': 'M-1002' } })
  const own = (await send(fileOf('pdf'), { key: 'm1' })).body.id
  assert.ok(own)
  assert.equal((await send(fileOf('pdf'), { key: 'm1', id: foreign })).status, 404)
  for (const path of [`${foreign}/evidence`, `${foreign}/evidence/${body.id}`, `${chargeback}/evidence/${body.id}`]) {
    assert.equal((await call('m1', 'GET', `/chargebacks/${path}`)).status, 404, path)
    if (path.split('/').length === 3)
      assert.equal((await call('m1', 'DELETE', `/chargebacks/${path}`)).status, 404, path)
  }
  const token = await vezne.token('admin', 'tenant-other')
  for (const path of [`${chargeback}/evidence`, `${chargeback}/evidence/${own}`])
    assert.equal((await vezne.request('cards', 'GET', `/api/v1/chargebacks/${path}`, { token })).status, 404)
})

test('deleted while it is opened; kept once the response was sent; nothing is added after its end; ten at most', async () => {
  const id = await open()
  const [wrong, right] = [
    (await send(fileOf('pdf'), { id })).body.id,
    (await send(fileOf('png'), { id, type: 'image/png' })).body.id,
  ]
  assert.equal((await call('pos', 'DELETE', `/chargebacks/${id}/evidence/${wrong}`)).status, 204)
  assert.equal((await download(`${id}/evidence/${wrong}`)).status, 404)
  await call('pos', 'PUT', `/chargebacks/${id}/status`, { action: 'dispute', merchant_response: 'see evidence' })
  assert.equal(
    (await call('pos', 'DELETE', `/chargebacks/${id}/evidence/${right}`)).body.code,
    'invalid_state_transition',
  )
  const [row] = await rows('select tenant_id from chargebacks where id = $1', [id])
  const bypass = vezne.runtime.db.transaction({ of: String(row?.tenant_id) }, (tx) =>
    tx.execute('delete from chargeback_evidence_pieces where tenant_id = $1 and evidence_id = $2', [
      row?.tenant_id,
      right,
    ]),
  )
  await assert.rejects(bypass, /was answered/)
  const more = await Promise.all(Array.from({ length: 11 }, () => send(fileOf('pdf'), { id })))
  assert.deepEqual(more.map(({ status }) => status).sort(), [...Array(9).fill(201), 409, 409])
  await call('pos', 'PUT', `/chargebacks/${id}/status`, { status: 'won' })
  assert.equal((await send(fileOf('pdf'), { id })).body.code, 'invalid_state_transition')
})

test('many at once: up and down in little memory; who finds no room is told to come again', async () => {
  const id = await open()
  const file = fileOf('pdf', 5 * MB)
  const up = await Promise.all(Array.from({ length: 8 }, () => send(file, { id })))
  assert.ok(
    up.every(({ status }) => status === 201 || status === 503),
    JSON.stringify(up),
  )
  const kept = up.filter(({ status }) => status === 201).map(({ body }) => body.id)
  assert.ok(kept.length > 0)
  // A caller that does not read holds a few pieces, not the file: thirty whole ones are 150 MB and their sealed bytes as much.
  const before = heldBufferBytes()
  const slow = await Promise.all(
    Array.from({ length: 30 }, async (_, at) =>
      fetch(`${vezne.urls.cards}/api/v1/chargebacks/${id}/evidence/${kept[at % kept.length]}`, {
        headers: { authorization: `Bearer ${await vezne.token('pos')}` },
      }),
    ),
  )
  const held = heldBufferBytes() - before
  for (const answer of slow) await answer.body?.cancel()
  assert.ok(held < 100 * MB, `${Math.round(held / MB)} MB at once`)
})
