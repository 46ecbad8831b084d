/** PosNet's 3D Secure: the bank is asked before the browser goes there, and again for the meaning of what it brings back. */
import { authenticationRefusal, type Fields, forged, isSameHash, verified } from '../kit/callback.ts'
import type { Bank, GatewayThreeD } from '../kit/gateway.ts'
import { inconclusive } from '../kit/observation.ts'
import { bankFault } from '../kit/result.ts'
import { notConfigured } from '../kit/settings.ts'
import type { ConfirmedCallback, PendingChallenge } from '../three-d-secure.ts'
import { type Tree, textAt } from '../transport/message.ts'
import type { PosnetAccount } from './posnet-account.ts'
import { POSNET_CODES } from './posnet-codes.ts'
import { posnetMac } from './posnet-mac.ts'
import {
  authenticatedRequest,
  challengeRequest,
  posnetInstallments,
  posnetTerms,
  posnetXid,
  resolveRequest,
} from './posnet-requests.ts'
import { posnetCharged, posnetCode } from './posnet-response.ts'

const RETURN_URL_LENGTH_MAX = 255

export const POSNET_THREE_D: GatewayThreeD<PosnetAccount> = {
  async form({ mid, posnetId }, start, _model, bank) {
    if (start.callbackUrl.length > RETURN_URL_LENGTH_MAX)
      return notConfigured(`this bank takes addresses of ${RETURN_URL_LENGTH_MAX} characters`)
    const begun = await bank.ask((account) => challengeRequest(account, start), readPackets)
    if (begun.kind === 'no_answer') return { kind: 'unknown', fault: begun.fault }
    if (begun.kind === 'refused') {
      const isDecline = POSNET_CODES.find(begun.fault.providerCode)?.isDecline === true
      return { kind: isDecline ? 'declined' : 'unknown', fault: begun.fault }
    }
    const { data1, data2, sign } = begun
    const fields = {
      mid,
      posnetID: posnetId,
      posnetData: data1,
      posnetData2: data2,
      digest: sign,
      merchantReturnURL: start.callbackUrl,
      lang: start.language,
      url: '',
      openANewWindow: '0',
    }
    return { fields, state: {} }
  },
  kept: { plain: new Set(['mid', 'posnetID', 'lang', 'openANewWindow']), cardNumbers: new Set() },
  verify(fields, { attempt }) {
    const { Xid, MerchantId } = fields
    if (!Xid) return forged('no_order')
    if (Xid !== posnetXid(attempt) || (MerchantId && MerchantId !== attempt.configuration.storeId))
      return forged('other_order')
    return readFormPackets(fields) === undefined ? forged('incomplete') : { kind: 'unsigned' }
  },
  async confirm(bank, fields, challenge) {
    const packets = readFormPackets(fields)
    if (packets === undefined) return forged('incomplete')
    return resolve(bank, challenge, packets)
  },
  authenticated: authenticatedRequest,
  charged: posnetCharged,
}

type Packets = { readonly bankData: string; readonly merchantData: string; readonly sign: string }

/** The rest of the form is for people: amount, card prefix and type are in the packets, which only the bank can read. */
const readFormPackets = ({ BankPacket, MerchantPacket, Sign }: Fields): Packets | undefined => {
  if (![BankPacket, MerchantPacket, Sign].every((each) => /^[A-Za-z0-9+/=]{1,4096}$/.test(each ?? ''))) return undefined
  return { bankData: BankPacket!, merchantData: MerchantPacket!, sign: Sign! }
}

const readPackets = (answer: Tree) => {
  const text = (name: string): string | null => textAt(answer, `oosRequestDataResponse/${name}`)
  const [data1, data2, sign] = [text('data1'), text('data2'), text('sign')]
  if (textAt(answer, 'approved') === '1' && data1 && data2 && sign)
    return { kind: 'packets', data1, data2, sign } as const
  return { kind: 'refused', fault: bankFault(posnetCode(answer), textAt(answer, 'respText')) } as const
}

/** Codes by which the bank says that the packets are not those of our order, amount and currency. */
const OTHER_MAC: ReadonlySet<string> = new Set(['E216', '0600'])

const resolve = async (
  bank: Bank<PosnetAccount>,
  { attempt }: PendingChallenge,
  packets: Packets,
): Promise<ConfirmedCallback> => {
  let expected: ((mdStatus: string) => string) | undefined
  return bank.ask(
    (account) => {
      expected = (mdStatus) => posnetMac(account, posnetTerms(attempt), mdStatus)
      return resolveRequest(account, attempt, packets)
    },
    (answer): ConfirmedCallback => {
      if (textAt(answer, 'approved') !== '1')
        return OTHER_MAC.has(posnetCode(answer))
          ? forged('bad_hash')
          : inconclusive('the bank did not read its packets')
      return judge(answer, attempt, packets.bankData, expected!)
    },
  )
}

/** The bank's rule: the MAC is computed over the terms that we have, and the terms it names are compared with them. */
const judge = (
  answer: Tree,
  attempt: PendingChallenge['attempt'],
  bankData: string,
  expected: (mdStatus: string) => string,
): ConfirmedCallback => {
  const text = (name: string): string => textAt(answer, `oosResolveMerchantDataResponse/${name}`) ?? ''
  const terms = posnetTerms(attempt)
  const mac = text('mac')
  if (mac === '') return inconclusive('the bank gave no result of the challenge')
  if (text('xid') !== terms.xid) return forged('other_order')
  const isOurs = text('amount') === terms.amount && text('currency') === terms.currency
  if (!isOurs || text('installment') !== posnetInstallments(attempt)) return forged('other_amount')
  const mdStatus = text('mdStatus')
  if (!isSameHash(mac, expected(mdStatus))) return forged('bad_hash')
  const message = text('mdErrorMessage')
  const isProven = /^[1-4]$/.test(mdStatus)
  return verified({
    mdStatus,
    proof: isProven ? { xid: terms.xid, md: bankData } : {},
    refusal: isProven ? undefined : (authenticationRefusal(mdStatus, message) ?? 'unavailable'),
    message,
  })
}
