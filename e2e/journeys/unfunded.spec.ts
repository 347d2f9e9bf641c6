import { wallets } from '@rueda/contract/wallets.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TransferPage } from '../pages/transfer.ts'

/** A customer without money in a wallet learns there what an order would take, and is led to the transfer and back. */
const CASES = [
  { market: 'FUT', code: 'SES-2026H', wallet: 'FUTURE', quantity: '1' },
  { market: 'FX', code: 'EURUSD', wallet: 'FOREX', quantity: '0.5' },
] as const

for (const { market, code, wallet, quantity } of CASES) {
  test(`an order in ${code} is worked out without money, which is fetched from there`, async ({ visit, page, say, customer }) => {
    const ticket = await new TicketPage(visit).openIn(market, code)
    await ticket.quantity.fill(quantity)
    for (const fact of ['margin.margin', 'receipt.fee', 'margin.liquidation', 'margin.worst', 'receipt.missing'] as const) {
      await expect(ticket.fact(say('orders', fact)), fact).toContainText(/\d/)
    }
    await expect(ticket.fact(say('orders', 'margin.liquidation'))).toContainText('%')
    const [before = '', after = ''] = say('orders', 'blocker.transferMissing').split('{{missing}}')
    await page.getByRole('link', { name: new RegExp(`^${before}.*\\d.*${after}$`) }).click()
    const form = await new TransferPage(visit).isShown()
    await expect(form.amount).not.toHaveValue('')
    // A little more than is missing, because the market moves on meanwhile.
    const brought = (await form.amount.inputValue()).replaceAll('.', '').replace(',', '.')
    await form.review()
    await form.hold()
    await form.ends('done')
    await form.backToOrder()
    expect(await customer.call(wallets.one, { walletType: wallet })).toMatchObject({ balance: Number(brought).toFixed(2) })
    await expect(ticket.quantity).toHaveValue(quantity.replace('.', ','))
    const review = await ticket.review()
    await expect(review.fact(say('orders', 'margin.liquidation'))).toContainText('%')
    await expect(review.fact(say('orders', 'margin.worst'))).toContainText(/\d/)
  })
}
