import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'

/** Goal: whoever types a quantity sees it, on a phone with room for our keypad and on one without. */
const WAY_PX = 64
const isInSight = (page: Page, box: Readonly<{ y: number; height: number }> | null): boolean =>
  box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0) - WAY_PX

test.describe('on a short phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('the quantity is in sight and is typed with the keyboard of the device', async ({ visit, page }) => {
    const ticket = await new TicketPage(visit).openStock('ARDV')
    await expect(ticket.quantity).toHaveAttribute('inputmode', 'decimal')
    await expect(page.getByRole('button', { name: '7', exact: true })).toBeHidden()
    expect(isInSight(page, await ticket.quantity.boundingBox())).toBe(true)
    await ticket.quantity.tap()
    await page.keyboard.type('12')
    await expect(ticket.quantity).toHaveValue('12')
    await ticket.receiptIsThere()
  })
})

test.describe('on a tall phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the quantity and our keypad are in sight together', async ({ visit, page }) => {
    const ticket = await new TicketPage(visit).openStock('ARDV')
    await expect(ticket.quantity).toHaveAttribute('inputmode', 'none')
    expect(isInSight(page, await ticket.quantity.boundingBox())).toBe(true)
    expect(isInSight(page, await page.getByRole('button', { name: '0', exact: true }).boundingBox())).toBe(true)
    await ticket.press('1', '2')
    await expect(ticket.quantity).toHaveValue('12')
  })
})
