import type { Locator, Page } from '@playwright/test'
import { type CaseKind, caseKinds } from '@rueda/rules/staff/cases.ts'
import type { WordKey } from '../../apps/console/src/app/words/all.ts'
import { ConsolePage } from '../pages/console.ts'
import { type StaffMember, expect, test } from '../staff.ts'
import { deciderOf, waitingCase } from '../waiting-cases.ts'

/**
 * Goal: whoever works off a queue decides each kind of case with four keys at most, and sees every step before the next one. Method:
 * everything pressed that the page hears until the outcome shows is counted, keys and mouse, whoever presses it.
 */
const MAX_KEYS = 4

/** A way to end a case or a step of it: the keys from the row in the queue on, and what the console then says. */
type Way = Readonly<{ keys: readonly string[]; says: WordKey }>

/** A kind without its ways does not compile. Writing an answer is no key; sending it is. */
const ways: Readonly<Record<CaseKind, readonly Way[]>> = {
  kyc: [
    { keys: ['Enter', 'a', 'Enter'], says: 'kyc.passed' },
    { keys: ['Enter', 'r', '6', 'Enter'], says: 'kyc.failed' },
  ],
  deposit: [
    { keys: ['Enter', 'a', 'Enter'], says: 'deposit.credited' },
    { keys: ['Enter', 'r', '2', 'Enter'], says: 'deposit.rejected' },
  ],
  withdrawal: [
    { keys: ['Enter', 'a', 'Enter'], says: 'two.waiting' },
    { keys: ['Enter', 'r', '2', 'Enter'], says: 'withdrawal.refused' },
  ],
  card: [
    { keys: ['Enter', 'a', 'Enter'], says: 'card.taken' },
    { keys: ['Enter', 'r', '1', 'Enter'], says: 'card.refused' },
  ],
  permission: [
    { keys: ['Enter', 'a', 'Enter'], says: 'permissions.opened' },
    { keys: ['Enter', 'r', '1', 'Enter'], says: 'permissions.refused' },
  ],
  support: [
    { keys: ['Enter', 'a', '1', 'Enter'], says: 'support.sent' },
    { keys: ['Enter', 'r', 'Enter'], says: 'support.isClosed' },
  ],
  complaint: [{ keys: ['Enter', 'a', 'Enter'], says: 'complaints.isAcknowledged' }],
  loan: [
    { keys: ['Enter', 'a', 'Enter'], says: 'two.done' },
    { keys: ['Enter', 'r', '1', 'Enter'], says: 'loan.refused' },
  ],
  repayment: [
    { keys: ['Enter', 'a', 'Enter'], says: 'repayment.approved' },
    { keys: ['Enter', 'r', '1', 'Enter'], says: 'repayment.refused' },
  ],
}

for (const kind of caseKinds) {
  test(`a ${kind} case is decided with four keys at most`, async ({ page, baseURL, staffOf }) => {
    const member = await deciderOf(staffOf, kind)
    const presses = await countPresses(member.page)
    const harness = { page, address: baseURL ?? '', staffOf }
    for (const { keys, says } of ways[kind]) {
      const customer = await waitingCase(harness, kind, member)
      const seat = await new ConsolePage(member).open(`cases?kind=${kind}`)
      await member.page.reload()
      await seat.row(customer.user.id).focus()
      presses.begin()
      await press(member, seat.drawer, keys)
      await seat.hears(says)
      presses.areFew(says)
    }
  })
}

/** Presses the keys one after the other, each once what the one before led to is on the screen. */
async function press({ page }: StaffMember, drawer: Locator, keys: readonly string[]): Promise<void> {
  for (const [place, key] of keys.entries()) {
    await page.keyboard.press(key)
    if (place === keys.length - 1) return
    if (key === 'Enter') await expect(drawer.locator('[data-keys=on]')).toBeVisible({ timeout: 30_000 })
    else await expect(drawer.locator('[data-key]').locator(':focus')).toBeVisible()
  }
}

type Presses = Readonly<{
  begin: () => void
  /** Expects that there was a press since the beginning, and no more than staff should need. */
  areFew: (until: string) => void
}>

/** Counts what the page hears from its next load on. Writing a text is no press, and neither is the key that another is held with. */
async function countPresses(page: Page): Promise<Presses> {
  let heard = 0
  await page.exposeFunction('countOnePress', () => void (heard += 1))
  await page.addInitScript(() => {
    const { countOnePress } = window as unknown as { countOnePress: () => void }
    const isModifier = (key: string): boolean => ['Control', 'Meta', 'Alt', 'Shift'].includes(key)
    document.addEventListener('pointerdown', () => countOnePress(), { capture: true })
    document.addEventListener(
      'keydown',
      ({ key, ctrlKey, target }) => {
        if (!isModifier(key) && (ctrlKey || !(target instanceof HTMLTextAreaElement))) countOnePress()
      },
      { capture: true },
    )
  })
  return {
    begin: () => void (heard = 0),
    areFew: (until) => {
      expect(heard, until).toBeGreaterThan(0)
      expect(heard, until).toBeLessThanOrEqual(MAX_KEYS)
    },
  }
}

test('a complaint’s answer is written, asked for and sent with four keys at most for each step', async ({ page, baseURL, staffOf }) => {
  const member = await deciderOf(staffOf, 'complaint')
  const presses = await countPresses(member.page)
  const harness = { page, address: baseURL ?? '', staffOf }
  const customer = await waitingCase(harness, 'complaint', member)
  const seat = await new ConsolePage(member).open('cases?kind=complaint')
  await member.page.reload()
  await seat.row(customer.user.id).focus()
  presses.begin()
  await press(member, seat.drawer, ['Enter', 'a', 'Enter'])
  await seat.hears('complaints.isAcknowledged')
  presses.areFew('acknowledged')

  presses.begin()
  await press(member, seat.drawer, ['w', '2'])
  await expect(seat.drawer.getByRole('textbox').locator(':scope:focus')).toBeVisible()
  await member.page.keyboard.type('Your limit was below the price all day.')
  await press(member, seat.drawer, ['Control+Enter'])
  // The answer is kept, and the field that it was written in no longer has the keyboard.
  await expect(seat.drawer.getByRole('textbox').locator(':scope:focus')).toHaveCount(0)
  presses.areFew('written')

  presses.begin()
  await press(member, seat.drawer, ['a', 'Enter'])
  await seat.hears('two.waiting')
  presses.areFew('asked for')
})
