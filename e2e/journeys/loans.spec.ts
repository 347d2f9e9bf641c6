import { accounts } from '@rueda/contract/accounts.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { loans } from '@rueda/contract/loans.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { LoanPage } from '../pages/loan.ts'
import { expect, test } from '../staff.ts'
import { PAY_PASSWORD, identify } from '../withdrawer.ts'

test.use({ registered: true })

/** A loan: its rates and its whole cost first, the collateral locked with the request, staff's decision, and every cent paid back. */
test('a loan is asked for on cash, approved by a person, and paid back', async ({ page, visit, say, customer, quickServer, staffOf }) => {
  await identify(page, quickServer.address, customer)
  await customer.call(accounts.createPayPassword, { payPassword: PAY_PASSWORD })
  const form = await (await new LoanPage(visit).open('pages/loan/index')).isShown()
  // Thirty days of 5,000 are worked out before anybody asks for anything, seven days late too.
  await expect(form.content.getByText(/\$60,00/u).first()).toBeVisible()
  await expect(form.content.getByText(/\$5\.095,00/u).first()).toBeVisible()

  await form.amount.fill('5000')
  await form.chooseTerm('30')
  await form.pledgeCash('5000')
  await expect(form.content.getByRole('button', { name: say('loans', 'collateral.short').replace('{{num}}', '$500,00') })).toBeVisible()
  await form.pledgeCash('10000')
  await form.ask(PAY_PASSWORD)
  await form.says(say('loans', 'applied'))
  await expect(form.content.getByText(say('loans', 'stage.pending'))).toBeVisible()
  expect(await customer.call(wallets.one, { walletType: 'US_WALLET' })).toMatchObject({ balance: '50000.00', usedBalance: '10000.00' })

  // The account is younger than a week: a person decides.
  const risk = await staffOf(['risk'])
  const id = await expect
    .poll(async () => {
      const { list } = await risk.call(cases.list, { kind: 'loan', state: 'open' })
      return list.find(({ accountId }) => accountId === customer.user.id)?.id ?? ''
    })
    .not.toBe('')
    .then(async () => {
      const { list } = await risk.call(cases.list, { kind: 'loan', state: 'open' })
      return list.find(({ accountId }) => accountId === customer.user.id)?.id ?? ''
    })
  await risk.call(cases.claim, { id })
  await risk.call(loanDesk.approve, { id, reason: 'review' })
  await expect(form.content.getByText('$5.002,00').first()).toBeVisible()

  await form.repayAll()
  // The word that it was sent may at once be replaced by the one that it was approved: here nobody has to look at it.
  await form.shows(say('titles', 'loanRecords'))
  await expect.poll(async () => (await customer.call(loans.list, {})).list[0]?.stage).toBe('repaid')
  expect(await customer.call(wallets.one, { walletType: 'US_WALLET' })).toMatchObject({ balance: '49998.00', usedBalance: '0.00' })
})
