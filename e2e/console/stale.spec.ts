import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { ConsolePage } from '../pages/console.ts'
import { expect, test } from '../staff.ts'
import { identify, withdraw } from '../withdrawer.ts'

test.use({ registered: true })

/** The customer takes a withdrawal back while a cashier looks at it: the cashier reads the change, and nothing is overwritten. */
test('what its customer took back meanwhile is not approved, and the cashier is told', async ({ staffOf, customer, page, baseURL }) => {
  await identify(page, baseURL ?? '', customer)
  const id = await withdraw(customer, '6000')
  const ana = await staffOf(['cashier'])
  const queue = new ConsolePage(ana)
  await queue.takesCase('withdrawal', customer.user.id)
  await customer.call(withdrawals.cancel, { id })
  await queue.press('withdrawal.approve')
  await expect(ana.page.getByRole('status').filter({ hasText: ana.say('app.reloaded') })).toBeVisible()
  expect(await customer.call(withdrawals.detail, { id })).toMatchObject({ status: 4 })
  const [changed, gone] = [ana.say('changes.title'), ana.say('cases.gone')]
  const differences = queue.drawer.getByRole('table', { name: new RegExp(`${changed}|${gone}`) })
  await expect(differences).toContainText(/[Cc]ancel/)
})
