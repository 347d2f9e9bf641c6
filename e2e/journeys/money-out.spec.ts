import { cases } from '@rueda/contract/admin/cases.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import type { ReviewCase } from '@rueda/contract/admin/cases.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import type { Customer } from '../customer.ts'
import { PayPasswordPage } from '../pages/security.ts'
import { WithdrawalPage } from '../pages/withdrawal.ts'
import { type StaffMember, expect, test as base } from '../staff.ts'
import { PAY_PASSWORD, addAddress, identify } from '../withdrawer.ts'

/** Money leaves: above five thousand dollars two people have to agree, one may refuse, and until then it can be taken back. */
const test = base.extend<{ form: WithdrawalPage }>({
  /** The form of somebody who may withdraw. */
  form: async ({ page, visit, customer, quickServer }, use) => {
    await identify(page, quickServer.address, customer)
    await addAddress(customer)
    await use(await new WithdrawalPage(visit).open('pages/withdraw/vm'))
  },
})

const ABOVE_THE_LIMIT = '6000'
const because = { reason: 'review', note: 'Looked at its destination' } as const

const funds = async (customer: Customer) => {
  const { balance, usedBalance, available } = await customer.call(wallets.one, { walletType: 'US_WALLET' })
  return { balance, usedBalance, available }
}
const FUNDS = { balance: '50000.00', usedBalance: '0.00', available: '50000.00' }

/** The case opens once the rules have left it to people. */
async function claim(member: StaffMember, { user }: Customer): Promise<ReviewCase> {
  for (;;) {
    const { list } = await member.call(cases.list, { kind: 'withdrawal', state: 'open', pageSize: 100 })
    const found = list.find(({ accountId }) => accountId === user.id)
    if (found !== undefined) return member.call(cases.claim, { id: found.id })
  }
}

test.use({ registered: true })

test('whoever has no transaction password is led to it, pastes one, and is back at the form', async ({
  page,
  context,
  visit,
  say,
  customer,
  quickServer,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await identify(page, quickServer.address, customer)
  const form = await new WithdrawalPage(visit).open('pages/withdraw/vm')
  const choose = form.content.getByRole('link', { name: say('cards', 'gate.choose') })
  await choose.click()
  const password = await new PayPasswordPage(visit).isShown()
  await password.paste(PAY_PASSWORD)
  await form.isShown()
  await expect(form.content.getByRole('link', { name: say('cards', 'add.vm') })).toBeVisible()
  await expect(choose).toHaveCount(0)
})

test('two people approve, and the money arrives with every step told', async ({ form, say, customer, staffOf }) => {
  await form.ask(ABOVE_THE_LIMIT, PAY_PASSWORD)
  await form.stands('pending')
  expect(await funds(customer)).toEqual({ balance: '50000.00', usedBalance: '6000.00', available: '44000.00' })
  await form.follow()

  const [ana, bea] = [await staffOf(['cashier']), await staffOf(['cashier'])]
  const { id } = await claim(ana, customer)
  expect(await ana.call(withdrawalReviews.approve, { id, ...because })).toEqual({ state: 'waiting' })
  await form.stands('pending')
  await claim(bea, customer)
  expect(await bea.call(withdrawalReviews.approve, { id, ...because })).toEqual({ state: 'done' })
  await form.stands('sent')
  for (const step of ['step.requested', 'step.queued', 'step.approved.staff', 'step.sent'] as const)
    await expect(form.sheet.getByRole('listitem').filter({ hasText: say('withdrawals', step) })).toBeVisible()
  await expect(form.sheet.getByText(say('withdrawals', 'payout'))).toBeVisible()
  expect(await funds(customer)).toEqual({ balance: '44000.00', usedBalance: '0.00', available: '44000.00' })
})

test.describe('in German', () => {
  test.use({ language: 'de' })

  test('refused with a reason: the money is there again, and one asks once more with the same details', async ({
    form,
    say,
    customer,
    staffOf,
  }) => {
    await form.ask(ABOVE_THE_LIMIT, PAY_PASSWORD)
    await form.follow()
    const ana = await staffOf(['cashier'])
    const { id } = await claim(ana, customer)
    await ana.call(withdrawalReviews.refuse, { id, ...because, reasonCode: 'DESTINATION_UNSAFE' })
    await form.stands('rejected')
    await expect(form.sheet.getByText(say('withdrawals', 'reason.DESTINATION_UNSAFE'))).toBeVisible()
    expect(await funds(customer)).toEqual(FUNDS)
    await form.sheet.getByRole('button', { name: say('withdrawals', 'again') }).click()
    await form.isShown()
    await expect(form.amount).toHaveValue('6.000,00')
    await expect(form.content.getByText(say('withdrawals', 'receive'))).toBeVisible()
  })
})

test('a wrong transaction password is said at its field, and put right there', async ({ form, customer }) => {
  await form.review('100')
  await form.confirm('otra-clave-9')
  await expect(form.payPassword).toHaveAttribute('aria-invalid', 'true')
  await expect(form.payPassword).toBeFocused()
  expect(await funds(customer)).toEqual(FUNDS)
  await form.confirm(PAY_PASSWORD)
  await expect(form.hold).toBeHidden()
  expect(await funds(customer)).toMatchObject({ balance: '50000.00', usedBalance: '100.00' })
})

test('cancelled by the customer: the money is back at once', async ({ form, customer }) => {
  await form.ask(ABOVE_THE_LIMIT, PAY_PASSWORD)
  await form.cancel()
  await form.stands('cancelled')
  expect(await funds(customer)).toEqual(FUNDS)
})
