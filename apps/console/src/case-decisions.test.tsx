import { cardReviews } from '@rueda/contract/admin/cards.ts'
import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import { deposits } from '@rueda/contract/admin/deposits.ts'
import { kyc } from '@rueda/contract/admin/kyc.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { permissionReviews } from '@rueda/contract/admin/permissions.ts'
import { supportDesk } from '@rueda/contract/admin/support.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { casePowers } from '@rueda/rules/staff/cases.ts'
import { powerOf } from '@rueda/rules/staff/powers.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Console } from './app/Console.tsx'
import { answer, rise, sit, waitingIn } from './testing/console-harness.tsx'

/** Goal: whoever has claimed a case is shown the evidence of its own kind, and decides there. */
const ID = '00000000-0000-7000-8000-000000000001'
beforeEach(() => void (window.location.hash = ''))
afterEach(() => {
  rise()
  window.location.hash = ''
})

it.each([
  ['card', cardReviews.open],
  ['complaint', complaintDesk.open],
  ['deposit', deposits.open],
  ['kyc', kyc.open],
  ['loan', loanDesk.open],
  ['permission', permissionReviews.open],
  ['repayment', loanDesk.openRepayment],
  ['support', supportDesk.list],
  ['withdrawal', withdrawalReviews.open],
] as const)('the drawer of a %s case opens with the evidence of its kind', async (kind, evidence) => {
  const row: ReviewCase = {
    ...{ id: ID, kind, accountId: '10000001', countryCode: 'DE', subjectId: ID, openTimestamp: 1, dueTimestamp: 2 },
    ...{ claimedBy: 'Eva', claimedByMe: 1, claimEndTimestamp: 3, closeTimestamp: null, outcome: null, reasonCode: null },
    ...{ amount: null, currency: null, riskFlags: [] },
  }
  window.location.hash = `#/cases?kind=${kind}&open=${ID}`
  const list = answer(cases.list, { list: [row], total: 1, pageNum: 1, pageSize: 100, pages: 1 })
  const { asked } = sit(<Console />, [list, answer(dashboard.waiting, waitingIn([]))], powerOf(casePowers[kind].decide[0]).roles)
  await waitFor(() => expect(asked(evidence)).not.toHaveLength(0))
})
