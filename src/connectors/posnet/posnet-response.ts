/** The outcome of a PosNet response: approved on its flag, declined on a listed code, else unknown. It names no order. */
import type { Attempt, BankReferences, Outcome } from '../attempt.ts'
import { codeWithSub } from '../codes/code-table.ts'
import { isSameHash } from '../kit/callback.ts'
import { bankFault, toOutcome } from '../kit/result.ts'
import { NO_ANSWER } from '../own-bank-codes.ts'
import { type Tree, textAt } from '../transport/message.ts'
import type { PosnetAccount } from './posnet-account.ts'
import { POSNET_CODES, POSNET_MESSAGES } from './posnet-codes.ts'
import { posnetMac } from './posnet-mac.ts'
import { posnetTerms } from './posnet-requests.ts'

/** 2 means that an order of this id was approved before, perhaps of another amount: with this code its record decides. */
const USED_BEFORE = '0127'
/** Codes that an approval may have, where it has one. */
const FINE: ReadonlySet<string> = new Set(['', '00', '0000'])

export const posnetOutcome = (answer: Tree): Outcome => {
  const flag = toFlag(textAt(answer, 'approved'), textAt(answer, 'respCode'))
  const isFine = FINE.has(textAt(answer, 'respCode') ?? '')
  return toOutcome(POSNET_CODES, {
    says: flag === 'approved' && !isFine ? 'neither' : flag,
    isOurs: true,
    fault: bankFault(flag === 'approved' && isFine ? '00' : posnetCode(answer), textAt(answer, 'respText')),
    references: posnetReferences(answer),
  })
}

const toFlag = (approved: string | null, code: string | null): 'approved' | 'refused' | 'neither' => {
  if (approved === '1') return 'approved'
  return approved === '0' || (approved === '2' && code === USED_BEFORE) ? 'refused' : 'neither'
}

/** The answer after a challenge carries a MAC over our own terms, so that it can be about no other order. */
export const posnetCharged = (answer: Tree, account: PosnetAccount, attempt: Attempt): Outcome => {
  const outcome = posnetOutcome(answer)
  const { hostReference } = posnetReferences(answer)
  const isSigned = isSameHash(
    textAt(answer, 'mac') ?? '',
    posnetMac(account, posnetTerms(attempt), hostReference ?? ''),
  )
  if (outcome.kind !== 'approved' || isSigned) return outcome
  const providerMessage = 'the answer has another MAC than that of the bank'
  return { kind: 'unknown', fault: { providerCode: NO_ANSWER, providerMessage, isOurs: true } }
}

export const posnetCode = (answer: Tree): string => {
  const code = textAt(answer, 'respCode') ?? ''
  const words = textAt(answer, 'respText') ?? ''
  return codeWithSub(code, POSNET_MESSAGES.find(([main, pattern]) => main === code && pattern.test(words))?.[2])
}

/** The host has one number for a movement; the gateway spells its name in two ways. */
export const posnetReferences = (movement: Tree): BankReferences => {
  const key = textAt(movement, 'hostlogkey') ?? textAt(movement, 'hostLogKey')
  return { providerTransactionId: key, authCode: textAt(movement, 'authCode'), hostReference: key }
}
