/** The IBAN that a bank and an account number make. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasIbanChecksum, toTurkishIban } from '../../src/core/iban.ts'

const CASES: readonly [bankCode: string, accountNumber: string, iban: string | null][] = [
  ['00901', '0000000000009000', 'TR160090100000000000009000'],
  ['00901', '9000', 'TR160090100000000000009000'],
  ['00901', '00 90-00', 'TR160090100000000000009000'],
  ['00902', '9000', 'TR570090200000000000009000'],
  ['00061', '519786457841326', 'TR330006100519786457841326'],
  ['00901', '12345678901234567', null],
  ['00901', '', null],
  ['00901', 'ş1', null],
  ['901', '9000', null],
]
for (const [bankCode, accountNumber, iban] of CASES)
  test(`${bankCode} ${accountNumber}`, () => {
    assert.equal(toTurkishIban(bankCode, accountNumber), iban)
    if (iban !== null) assert.ok(hasIbanChecksum(iban))
  })
