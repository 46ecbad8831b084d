/** A device that keeps passkeys, in software: P-256 keys, answers as a browser sends them, and faults on request. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What differs from what a browser would send. */
export interface Odd {
  readonly origin?: string
  readonly rpId?: string
  readonly client?: object
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string
  readonly id?: string
  readonly signature?: Buffer
  readonly type?: string
}

interface Kept {
  readonly id: Buffer
  readonly privateKey: KeyObject
  readonly userHandle: string
  counter: number
}

interface NewKeyOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
interface UseOptions {
  readonly challenge: string
  readonly rpId: string
}

const PRESENT_AND_VERIFIED = 0x05
const HAS_KEY = 0x40

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** Of a browser at `origin`. `counts`: the counter grows with each use. */
export const openAuthenticator = (origin: string, { counts = true } = {}) => {
  let kept: Kept | undefined
  const clientOf = (type: string, challenge: string, odd: Odd): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
        ...odd.client,
      }),
    )
  const headOf = (rpId: string, flags: number, counter: number): Buffer => {
    const head = Buffer.alloc(37)
    sha256(rpId).copy(head)
    head.writeUInt8(flags, 32)
    head.writeUInt32BE(counter, 33)
    return head
  }
  return {
    create(options: NewKeyOptions, odd: Odd = {}): object {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
      const id = odd.id === undefined ? randomBytes(16) : Buffer.from(odd.id, 'base64url')
      kept = { id, privateKey, userHandle: options.user.id, counter: 0 }
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        headOf(odd.rpId ?? options.rp.id, (odd.flags ?? PRESENT_AND_VERIFIED) | HAS_KEY, 0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientOf('webauthn.create', options.challenge, odd).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    use(options: UseOptions, odd: Odd = {}): object {
      if (kept === undefined) throw new Error('the device has no passkey')
      kept.counter += counts ? 1 : 0
      const client = clientOf('webauthn.get', options.challenge, odd)
      const data = headOf(odd.rpId ?? options.rpId, odd.flags ?? PRESENT_AND_VERIFIED, odd.counter ?? kept.counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), kept.privateKey)
      const id = odd.id ?? kept.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: (odd.signature ?? signature).toString('base64url'),
          userHandle: odd.userHandle ?? kept.userHandle,
        },
      }
    },
    get credentialId(): string {
      return kept?.id.toString('base64url') ?? ''
    },
  }
}
