import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'

/** A customer without money in a wallet learns there what an order takes, and pays it from another wallet with the same confirmation. */
const CASES = [
  { market: 'FUT', code: 'SES-2026H', wallet: 'FUTURE', quantity: '1' },
  { market: 'FX', code: 'EURUSD', wallet: 'FOREX', quantity: '0.5' },
] as const

for (const { market, code, wallet, quantity } of CASES) {
  test(`an order in ${code} is paid with what another wallet has, in one confirmation`, async ({ visit, say, customer }) => {
    const ticket = await new TicketPage(visit).openIn(market, code)
    await expect(ticket.fact(say('orders', 'receipt.elsewhere'))).toContainText('100.000,00')
    await ticket.quantity.fill(quantity)
    const brought = say('orders', 'receipt.bringMost').replace('{{wallet}}', say('common', 'wallet.US_WALLET'))
    for (const fact of [
      ...(['margin.margin', 'receipt.fee', 'margin.liquidation', 'margin.worst'] as const).map((key) => say('orders', key)),
      brought,
    ]) {
      await expect(ticket.fact(fact), fact).toContainText(/\d/)
    }
    await expect(ticket.fact(say('orders', 'margin.liquidation'))).toContainText('%')
    const review = await ticket.review()
    await expect(review.fact(brought)).toContainText(/\d/)
    await expect(review.sheet.getByText(say('orders', 'review.bring'))).toBeVisible()
    await review.hold('buy')
    await review.ends('filled')
    const { list } = await customer.call(transfers.list, {})
    expect(list).toMatchObject([{ fromWalletType: 'US_WALLET', toWalletType: wallet, status: 2 }])
    const { balance } = await customer.call(wallets.one, { walletType: wallet })
    expect(Number(balance)).toBeLessThanOrEqual(Number(list[0]?.toAmount))
  })
}
