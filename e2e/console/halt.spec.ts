import { orders } from '@rueda/contract/orders.ts'
import { ConsolePage } from '../pages/console.ts'
import { expect, test } from '../staff.ts'

/** One person halts trading at once; it goes on when two have requested it. */
test('a share is halted by one person and goes on by two', async ({ staffOf, customer }) => {
  const ana = await staffOf(['risk'], { name: 'Ana Ruiz' })
  const buy = () => customer.call(orders.create, { stockCode: 'ARDV', direction: 0, orderType: 1, price: '1', quantity: '1', tif: 1 })
  const controls = await new ConsolePage(ana).goTo('nav.market')
  await controls.press('market.stop', controls.content)
  await controls.drawer.getByRole('textbox', { name: ana.say('market.instrument') }).fill('ardv')
  await controls.drawer.getByRole('button', { name: /^ARDV · / }).click()
  await controls.because('security')
  await controls.press('market.stop')
  await controls.hears('market.stopped')
  await expect(controls.row('US:ARDV')).toHaveCount(1)
  await expect(buy()).rejects.toThrow()

  await controls.row('US:ARDV').click()
  await controls.because('security')
  await controls.press('market.resume')
  await controls.hears('two.waiting')
  await expect(controls.row('US:ARDV')).toHaveCount(1)
  await expect(buy()).rejects.toThrow()

  const bea = await staffOf(['risk'], { name: 'Bea Sosa' })
  const waiting = await new ConsolePage(bea).goTo('nav.approvals')
  await waiting.row('Ana Ruiz').click()
  await waiting.press('approvals.approve')
  await waiting.hears('two.done')
  await waiting.goTo('nav.market')
  await expect(waiting.row('US:ARDV')).toHaveCount(0)
  // The next cycle of the market shows the share open again.
  await expect(buy).toPass()
})
