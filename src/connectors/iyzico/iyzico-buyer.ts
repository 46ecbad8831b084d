/**
 * The buyer and the basket that iyzico wants with every payment. The caller names the buyer in extra_properties; a payment is one
 * thing, so the basket has one item, and refunds have one payment transaction.
 */
import { computeShare, remaining } from '../../core/money.ts'
import type { Attempt } from '../attempt.ts'
import { addressText } from '../kit/message-parts.ts'
import type { Tree } from '../transport/message.ts'
import { priceText } from './iyzico-amounts.ts'

const UNKNOWN = 'Belirtilmedi'
/** The number of a citizen who is not known. */
const NO_IDENTITY_NUMBER = '11111111111'

type Buying = Pick<Attempt, 'amount' | 'buyerIp' | 'card' | 'configuration' | 'extra' | 'reference' | 'subMerchant'>

export const buyerMembers = ({ extra, card, reference, buyerIp }: Buying): Tree => {
  const given = (name: string, other: string): string => extra[`buyer_${name}`]?.trim() || other
  const words = card.holderName.trim().split(/\s+/)
  const surname = words.pop() || UNKNOWN
  const address = {
    city: given('city', 'Istanbul'),
    country: given('country', 'Turkey'),
    ...(extra.buyer_zip_code ? { zipCode: extra.buyer_zip_code } : {}),
  }
  const [name, family, street] = [
    given('name', words.join(' ') || surname),
    given('surname', surname),
    given('address', UNKNOWN),
  ]
  return {
    buyer: {
      id: given('id', reference),
      name,
      surname: family,
      identityNumber: given('identity_number', NO_IDENTITY_NUMBER),
      email: given('email', `${reference}@buyer.invalid`),
      ...(extra.buyer_gsm_number ? { gsmNumber: extra.buyer_gsm_number } : {}),
      registrationAddress: street,
      ip: addressText(buyerIp, '127.0.0.1'),
      ...address,
    },
    billingAddress: { contactName: `${name} ${family}`, address: street, ...address },
  }
}

export const basketItem = ({ amount, reference, configuration, subMerchant }: Buying): Tree => {
  const share = computeShare(amount, Number(configuration.settings.merchant_commission_rate ?? 0))
  return {
    id: reference,
    name: reference,
    category1: 'Genel',
    itemType: 'VIRTUAL',
    price: priceText(amount),
    // The marketplace keeps its share, and iyzico pays the rest to the seller.
    ...(subMerchant?.id
      ? { subMerchantKey: subMerchant.id, subMerchantPrice: priceText(remaining(amount, share)) }
      : {}),
  }
}
