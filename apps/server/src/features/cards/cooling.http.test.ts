import { accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { expect, it } from 'vitest'
import { startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { ADDRESS, PAY_PASSWORD, newWithdrawer } from '../../testing/withdrawals.ts'
import { reviewCards } from './review.ts'

it('what screens say of the wait for a new destination is what the rule goes by', async () => {
  const harness = await startHarness({ environment: { REVIEW_SECONDS: '120' } })
  const { token } = await newWithdrawer(harness)
  const { coolingOffMs } = await harness.ask(accounts.me, {}, token)
  expect(coolingOffMs).toBe(120 * SECOND_MS)
  const saved = await harness.ask(cards.add, { ...ADDRESS, payPassword: PAY_PASSWORD }, token)
  expect(saved.coolingEndTimestamp).toBe(harness.app.wallClock.now() + coolingOffMs)
  const apply = () =>
    harness.call(
      withdrawals.apply,
      { walletType: 'US_WALLET', type: 'vm', cardId: saved.id, amount: '50', payPassword: PAY_PASSWORD },
      token,
    )
  await harness.pass(coolingOffMs - 1)
  await reviewCards(harness.app, harness.app.wallClock.now())
  expect((await apply()).code).not.toBe(200)
  await harness.pass(1)
  await reviewCards(harness.app, harness.app.wallClock.now())
  expect(await apply()).toMatchObject({ code: 200 })
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})
