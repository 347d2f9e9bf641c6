import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { ConsolePage } from '../pages/console.ts'
import { expect, test } from '../staff.ts'
import { identify, withdraw } from '../withdrawer.ts'

test.use({ registered: true })

/** Above five thousand dollars a withdrawal takes two people: the first alone is not enough, and cannot be the second. */
test('a large withdrawal leaves when two cashiers have approved it, and the audit log is whole', async ({
  staffOf,
  customer,
  page,
  baseURL,
}) => {
  await identify(page, baseURL ?? '', customer)
  const id = await withdraw(customer, '6000')
  const statusOf = async () => ((await customer.call(withdrawals.detail, { id })) as { status: number }).status
  const ana = await staffOf(['cashier'], { name: 'Ana Ruiz' })
  const first = new ConsolePage(ana)
  await first.takesCase('withdrawal', customer.user.id)
  await expect(first.drawer.getByText('J11')).toBeVisible()
  await expect(first.drawer.getByText('$6.000,00 → $0,00')).toBeVisible()
  await first.press('withdrawal.approve')
  await first.hears('two.waiting')
  expect(await statusOf()).toBe(1)

  await first.takesCase('withdrawal', customer.user.id)
  await expect(first.drawer.getByText(ana.say('withdrawal.second', { name: 'Ana Ruiz' }))).toBeVisible()
  await expect(first.drawer.getByRole('button', { name: ana.say('withdrawal.approveSecond') })).toBeDisabled()
  await first.press('cases.release')
  await first.hears('cases.released')

  const bea = await staffOf(['cashier'], { name: 'Bea Sosa' })
  const second = new ConsolePage(bea)
  await second.savesView('cases?kind=withdrawal&least=5000', 'Grandes')
  await second.goTo('nav.cases')
  await second.content.getByRole('button', { name: 'Grandes', exact: true }).click()
  await expect(second.row(String(customer.user.id))).toBeVisible()
  await second.goTo('nav.approvals')
  await second.row('Ana Ruiz').click()
  await expect(second.drawer.getByText('6.000,00')).toBeVisible()
  await second.drawer.getByRole('link', { name: bea.say('approvals.openCase') }).click()
  await second.press('cases.claim')
  await second.press('withdrawal.approveSecond')
  await second.hears('two.done')
  await expect.poll(statusOf).toBe(2)

  const auditor = await staffOf(['auditor'], { name: 'Caro Díaz' })
  const log = await new ConsolePage(auditor).goTo('nav.audit')
  await expect(log.row(auditor.say('power.withdrawals.approve')).filter({ hasText: 'Bea Sosa' })).toHaveCount(1)
  await log.press('audit.verify', log.content)
  const [whole = ''] = auditor.say('audit.whole', { rows: '#', anchors: '' }).split('#')
  await expect(log.content.getByText(whole)).toBeVisible()
})
