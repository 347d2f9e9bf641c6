import { support } from '@rueda/contract/support.ts'
import { rest } from '../customer.ts'
import { ConsolePage } from '../pages/console.ts'
import { SupportPage } from '../pages/support.ts'
import { expect, test } from '../staff.ts'

const QUESTION = '¿Por qué no se ejecuta?'
const ANSWER = 'Tu límite está lejos del precio.'

/** A customer asks about an order, a person answers from the console, and the customer reads it without loading anything anew. */
test('a customer asks, somebody of the staff answers, and the customer reads it', async ({ staffOf, customer, visit, say }) => {
  await rest(customer, 'ARDV', '30', '10')
  const [order] = await customer.call(support.records, { kind: 'order' })
  const chat = await new SupportPage(visit).visitSupport()
  await expect(chat.content.getByText(say('support', 'never'))).toBeVisible()
  await chat.chooses('order')
  await chat.attachesRecord(order?.number ?? '')
  await chat.writes(QUESTION)

  const sol = await staffOf(['support'], { name: 'Sol Paz' })
  const inbox = await new ConsolePage(sol).goTo('nav.support')
  await inbox.row(customer.user.id).click()
  await inbox.press('cases.claim')
  const asked = inbox.drawer.getByRole('listitem').filter({ hasText: QUESTION })
  await expect(asked).toContainText(order?.number ?? '')

  const reply = inbox.drawer.getByRole('textbox', { name: sol.say('support.reply') })
  await reply.fill('Pasame tu contraseña')
  await inbox.press('support.send')
  await expect(inbox.drawer.getByRole('button', { name: sol.say('support.sendAnyway') })).toBeVisible()
  await reply.fill(ANSWER)
  await inbox.press('support.send')
  await inbox.hears('support.sent')
  await expect(chat.message(ANSWER)).toBeVisible()

  const note = inbox.drawer.getByRole('textbox', { name: sol.say('support.note') })
  await note.fill('pregunta por un límite')
  await inbox.press('support.keepNote')
  await expect(inbox.drawer.getByRole('region', { name: sol.say('support.notes') })).toContainText('pregunta por un límite')
  await inbox.press('support.close')
  await inbox.hears('support.isClosed')
  await expect(inbox.drawer).toBeHidden()

  await visit.page.reload()
  await expect(chat.message(ANSWER)).toBeVisible()
  await expect(chat.content.getByText(say('support', 'closed'))).toBeVisible()
  await expect(chat.content).not.toContainText('pregunta por un límite')
})
