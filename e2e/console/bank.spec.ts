import { cards } from '@rueda/contract/cards.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { ConsolePage } from '../pages/console.ts'
import { expect, test } from '../staff.ts'
import { wordsOf } from '../words.ts'
import { PAY_PASSWORD, identify, upload } from '../withdrawer.ts'

test.use({ registered: true })

/** A wire is credited for what the bank received, which is shown beside what was announced and the entries it will post. */
test('a cashier credits a wire as the bank has it, and refuses an account in a name that only resembles', async ({
  staffOf,
  customer,
  page,
  baseURL,
}) => {
  await identify(page, baseURL ?? '', customer)
  const proofImg = await upload(page, baseURL ?? '', customer)
  await customer.call(deposits.create, { channelId: 'USD-WIRE', amount: '120', proofImg })
  await customer.call(accounts.createPayPassword, { payPassword: PAY_PASSWORD })
  const bank = { bankName: 'Banco Macro', cardNo: '2850590940090418135201', currency: 'ARS', countryCode: 'AR' }
  await customer.call(cards.add, { ...bank, accountName: 'Ivan Perez', payPassword: PAY_PASSWORD })
  const ana = await staffOf(['cashier'])
  const queue = new ConsolePage(ana)

  await queue.takesCase('deposit', customer.user.id)
  await expect(queue.drawer.getByText('U:US_WALLET:CASH')).toBeVisible()
  await queue.press('deposit.credit')
  await queue.hears('deposit.credited')
  expect(await customer.call(wallets.one, { walletType: 'US_WALLET' })).toMatchObject({ balance: '50120.00' })

  await queue.takesCase('card', customer.user.id)
  await expect(queue.drawer.getByText('Ivan Perez')).toBeVisible()
  await queue.chooseReason(wordsOf('es')('cards', 'reason.HOLDER_MISMATCH'))
  await queue.press('card.refuse')
  await queue.hears('card.refused')
  expect(await customer.call(cards.list, {})).toMatchObject([{ reason: 'HOLDER_MISMATCH' }])
})
