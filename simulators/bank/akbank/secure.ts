/** The proof of a challenge: four values that the callback carries and the second call repeats. */
import { createHmac } from 'node:crypto'
import type { AuthenticatedCard, Terms } from '../acquirer/charge.ts'
import { type ProofRefusal, provenCard } from '../acs/proof.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import { membersIn, textIn } from './fields.ts'
import type { AkbankRequest } from './read-request.ts'

interface Authenticated {
  readonly eci: string
  readonly cavv: string
}

/** Returns the values in the form of the bank: 20 letters in base64, and 64 hexadecimal digits. */
export const buildSecureFields = (seed: string, { id }: Pick<Session, 'id'>, { eci, cavv }: Authenticated) => {
  const drawn = (name: string): Buffer => createHmac('sha256', seed).update(`${id}/${name}`).digest()
  return {
    secureEcomInd: eci,
    secureId: Buffer.from(drawn('secureId').toString('base64url').slice(0, 20)).toString('base64'),
    secureData: cavv,
    secureMd: drawn('secureMd').toString('hex').toUpperCase(),
  }
}

/** Returns the card with which the challenge of this order was passed, or why the proof is not good enough. */
export const secureCard = (
  bank: Bank,
  { message, merchant, orderId }: AkbankRequest,
  charged: Terms & { readonly operation: ChargeOperation },
): AuthenticatedCard | ProofRefusal => {
  const sent = membersIn(message, 'secureTransaction')
  const session = [...bank.ledger.books.sessions.values()].find(
    (each) => each.face === 'akbank' && each.merchant === merchant.id && isProofOf(bank, each, sent),
  )
  const { md, xid, eci, cavv } = session?.result ?? { md: '', xid: '', eci: '', cavv: '' }
  return provenCard(bank, { merchant: merchant.id, orderId, ...charged }, { md, xid, eci, cavv })
}

const isProofOf = ({ seed }: Bank, session: Session, sent: ReturnType<typeof membersIn>): boolean =>
  session.result !== undefined &&
  Object.entries(buildSecureFields(seed, session, session.result)).every(
    ([name, value]) => value !== '' && textIn(sent, name) === value,
  )
