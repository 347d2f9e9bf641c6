import { cases } from '@rueda/contract/admin/cases.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { support } from '@rueda/contract/support.ts'
import { nativeNames } from '@rueda/text/languages.ts'
import { rest } from '../customer.ts'
import { ComplaintsPage } from '../pages/complaints.ts'
import { ConsolePage } from '../pages/console.ts'
import { SupportPage } from '../pages/support.ts'
import { type StaffMember, expect, test } from '../staff.ts'

const QUESTION = '¿Por qué no se ejecuta?'
const COMPLAINT = 'Nadie me explicó por qué no se ejecutó. Pido que me lo expliquen.'
/** The account was opened by a program, whose language is English. */
const REASONS = 'Your limit was below the price all day. We should have answered you sooner.'

/** What a conversation did not settle becomes a complaint; two persons answer it, and the customer reads their reasons. */
test('a complaint is made of a conversation, and two persons answer it', async ({ staffOf, customer, visit, say }) => {
  await rest(customer, 'ARDV', '30', '10')
  const [order] = await customer.call(support.records, { kind: 'order' })
  const chat = await new SupportPage(visit).visitSupport()
  await chat.chooses('order')
  await chat.attachesRecord(order?.number ?? '')
  await chat.writes(QUESTION)
  // The record that is attached goes along.
  await chat.attachesRecord(order?.number ?? '')
  await chat.content.getByRole('link', { name: say('support', 'complain') }).click()

  const page = await new ComplaintsPage(visit).isThere()
  await expect(page.content.getByText(order?.number ?? '')).toBeVisible()
  await page.makes(COMPLAINT)
  await expect(page.own).toContainText(say('complaints', 'status.received'))
  await expect(page.content.getByRole('button', { name: say('complaints', 'send') })).toHaveCount(0)
  const before = await customer.call(complaints.counts, {})

  const sol = await staffOf(['support'], { name: 'Sol Paz' })
  const first = await takesComplaint(sol, customer.user.id)
  await expect(first.drawer).toContainText(COMPLAINT)
  await expect(first.drawer.getByRole('listitem').filter({ hasText: QUESTION })).toBeVisible()
  await first.press('complaints.acknowledge')
  await first.hears('complaints.isAcknowledged')
  await visit.page.reload()
  await expect(page.own).toContainText(say('complaints', 'status.acknowledged'))

  await first.press('complaints.outcome.partlyUpheld')
  await first.drawer.getByRole('textbox', { name: sol.say('complaints.reasons', { language: nativeNames.en }) }).fill(REASONS)
  await first.press('complaints.keep')
  await expect(first.drawer.getByText(/Sol Paz/u)).toBeVisible()
  await first.press('complaints.send')
  await first.hears('two.waiting')
  await visit.page.reload()
  await expect(page.own).not.toContainText(REASONS)

  const teo = await staffOf(['support'], { name: 'Teo Ruiz' })
  const second = await takesComplaint(teo, customer.user.id)
  await expect(second.drawer.getByText(REASONS)).toBeVisible()
  await second.press('complaints.sendSecond')
  await second.hears('two.done')

  await visit.page.reload()
  await expect(page.own).toContainText(say('complaints', 'outcome.partlyUpheld'))
  await expect(page.own).toContainText(REASONS)
  const after = await customer.call(complaints.counts, {})
  expect(after).toMatchObject({ open: before.open - 1, answered: before.answered + 1, answeredInTime: before.answeredInTime + 1 })
})

async function takesComplaint(member: StaffMember, accountId: string | number): Promise<ConsolePage> {
  await expect.poll(async () => (await member.call(cases.list, { kind: 'complaint' })).total).toBeGreaterThan(0)
  const seat = await new ConsolePage(member).open('cases?kind=complaint')
  await seat.row(String(accountId)).click()
  await seat.press('cases.claim')
  return seat
}
