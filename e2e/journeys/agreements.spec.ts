import { agreements } from '@rueda/contract/agreements.ts'
import { messages } from '@rueda/contract/messages.ts'
import { expect, test } from '../journey.ts'
import { TicketPage } from '../pages/ticket.ts'

/** Somebody who owes terms types an order, is led to them by the button, and finds the order as it was typed. */
test.describe('terms that are due', () => {
  test.use({ registered: true, agreed: false })

  test('are read and accepted on the way to an order, which is there again', async ({ visit, say, page, customer }) => {
    const ticket = await new TicketPage(visit).openStock('ARDV')
    await ticket.quantity.fill('2')
    await page.getByRole('link', { name: say('agreements', 'first') }).click()
    await page.getByRole('checkbox', { name: say('agreements', 'agree') }).check()
    await page.getByRole('button', { name: say('agreements', 'accept') }).click()
    await expect(ticket.quantity).toHaveValue('2')
    await expect(ticket.way).toBeVisible()
    expect((await customer.call(agreements.standing, {})).due).toEqual([])
  })
})

test.describe('messages', () => {
  test.use({ registered: true })

  test('a topic that is switched off stays off, and what protects has no switch', async ({ say, page, customer }) => {
    await page.goto('/#/pages/setting/index')
    await page.getByRole('link', { name: say('titles', 'notifications') }).click()
    const news = page.getByRole('switch', { name: say('notifications', 'topic.news') })
    await news.click()
    await expect(news).not.toBeChecked()
    await page.reload()
    await expect(news).not.toBeChecked()
    await expect(page.getByRole('switch', { name: say('notifications', 'topic.security') })).toHaveCount(0)
    const { topics } = await customer.call(messages.choices, {})
    expect(topics.filter(({ app }) => app.on === 0).map(({ topic }) => topic)).toEqual(['news'])
  })
})
