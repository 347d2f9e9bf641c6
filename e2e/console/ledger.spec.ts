import { messages } from '@rueda/contract/messages.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { ConsolePage } from '../pages/console.ts'
import { expect, test } from '../staff.ts'

/** A mistake in the ledger is reversed exactly, when two persons have requested it. */
test('an entry is taken back by two persons, and its customer is told', async ({ staffOf, customer }) => {
  // All of the practice money is where it was granted.
  await customer.call(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'US_WALLET', amount: '50000' })
  const ana = await staffOf(['cashier'], { name: 'Ana Ruiz' })
  const books = await new ConsolePage(ana).open(`ledger?accountId=${customer.user.id}`)
  await books.press('reason.review', books.content)
  await books.press('ledger.open', books.content)
  await books.row('J98').click()
  await expect(books.drawer.getByText(ana.say('ledger.verified'))).toBeVisible()
  await books.drawer.getByLabel(ana.say('ledger.evidence')).fill('Ticket 4711: granted twice')
  await books.because('correction')
  await books.press('ledger.ask')
  await books.hears('two.waiting')

  const bea = await staffOf(['cashier'], { name: 'Bea Sosa' })
  const waiting = await new ConsolePage(bea).goTo('nav.approvals')
  await waiting.row('Ana Ruiz').click()
  await waiting.press('approvals.approve')
  await waiting.hears('two.done')

  const reversal = await new ConsolePage(bea).open(`ledger?journal=J99`)
  await expect(reversal.row('J99')).toHaveCount(1)
  const funding = (await customer.call(wallets.all, {})).wallets.find(({ walletType }) => walletType === 'US_WALLET')
  expect(funding?.balance).toBe('0.00')
  const { list } = await customer.call(messages.list, {})
  expect(list.map(({ type }) => type)).toContain('system')
})
