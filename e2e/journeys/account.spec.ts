import { rest } from '../customer.ts'
import { expect, test } from '../journey.ts'
import { AccountPage } from '../pages/account.ts'
import { HomePage } from '../pages/home.ts'
import { orders } from '@rueda/contract/orders.ts'

test('an account is frozen with its orders, exported all the same, unfrozen, and closed for good', async ({
  visit,
  say,
  page,
  customer,
}) => {
  await rest(customer, 'ARDV', '30', '10')
  const account = await new AccountPage(visit).open('pages/setting/account')
  await account.freeze()
  await account.says(say('security', 'freeze.owner', { span: '24 h' }))
  const { list } = await customer.call(orders.list, {})
  expect(list.map(({ subStatus }) => subStatus)).toEqual(['SYSTEM'])

  const file = await account.exportData()
  expect(file).toBe(`rueda-${customer.user.id}.zip`)

  await account.thaw()
  await account.says(say('security', 'freeze.do'))
  await account.close(false)
  await account.says(say('refusals', 'account.not_empty'))
  await account.closeAgain(true)
  await new HomePage(visit).isShown()
  await expect(page.getByRole('link', { name: say('accounts', 'login.title') }).first()).toBeVisible()
})
