// @vitest-environment happy-dom
import { rejectReasons } from '@rueda/contract/admin/deposits.ts'
import { cardRejections } from '@rueda/rules/cards/card.ts'
import { kycReasons } from '@rueda/rules/kyc/identity.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { withdrawalReasons } from '@rueda/rules/withdrawals/withdrawal.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { inEveryLanguage } from '../../app/customer-text.ts'
import { age } from '../../app/moments.ts'
import { outcomeOf } from './outcome.ts'

beforeEach(() => localStorage.setItem('rueda.console.language', 'es'))

describe('a reason that staff may give', () => {
  it.each([
    ['kyc', 'failed', kycReasons],
    ['withdrawals', 'reason', withdrawalReasons],
    ['deposits', 'reason', rejectReasons],
    ['cards', 'reason', cardRejections],
  ] as const)('of %s is written in all eight languages', (feature, prefix, reasons) => {
    for (const reason of reasons) {
      const texts = inEveryLanguage(feature, `${prefix}.${reason}`).map(({ text }) => text)
      expect(
        texts.filter((text) => text !== ''),
        reason,
      ).toHaveLength(8)
    }
  })
})

describe('how a case ended', () => {
  it.each([
    [{ kind: 'withdrawal', outcome: 'approved', reasonCode: null }, 'Aprobado'],
    [{ kind: 'withdrawal', outcome: 'rejected', reasonCode: 'NOT_REQUESTED' }, 'Rechazado · Nos dijiste que no lo pediste vos.'],
    [{ kind: 'deposit', outcome: 'recalled', reasonCode: null }, 'Lo reclamó el banco'],
    [{ kind: 'kyc', outcome: null, reasonCode: null }, '—'],
    [{ kind: 'kyc', outcome: 'unheard', reasonCode: 'OLD' }, 'unheard · OLD'],
  ] as const)('%o reads "%s"', (row, text) => expect(outcomeOf(row)).toBe(text))
})

it.each([
  [0, '0 s'],
  [59 * MINUTE_MS, '59 min'],
  [47 * HOUR_MS, '47 h'],
  [3 * DAY_MS, '3 días'],
])('%i milliseconds are told as %s', (ms, text) => expect(age(ms)).toBe(text))
