import { openAccount } from '../customer.ts'
import { signInElsewhere } from '../device.ts'
import { expect } from '../journey.ts'
import { IdentityPage, type Paper } from '../pages/identity.ts'
import { drawPaper } from '../pictures.ts'
import { test } from '../staff.ts'

const ana: Paper = { firstName: 'Ana María', lastName: 'Núñez', number: '30.123.456', birthDate: '1990-05-17' }

// One after the other, with one server between them.
test.describe.configure({ mode: 'default' })
test.use({ registered: true })

test('somebody shows an identity card, and is known minutes later', async ({ visit, say, page }) => {
  const identity = await new IdentityPage(visit).open('pages/kycverify/index')
  const paper = await identity.toCard()

  await paper.typesIn({ ...ana, number: '12' })
  await expect(paper.content.getByText(say('kyc', 'problem.number'))).toBeVisible()
  await paper.typesIn(ana)
  await paper.goOn()
  await expect(paper.content.getByText(say('kyc', 'photo.missing'))).toHaveCount(2)
  await paper.photographs('front', await drawPaper(page))
  await paper.photographs('back', await drawPaper(page))
  await paper.goOn()
  await expect(paper.content.getByText('30.123.456')).toBeVisible()
  const known = await paper.send()
  await known.waitsFor(say('kyc', 'passed.title'))
  await expect(known.content.getByText('A••• M••• N•••')).toBeVisible()
  await expect(known.content.getByText('•••••456')).toBeVisible()
  await expect(page.getByText('30123456')).toHaveCount(0)
})

test('who hands in one side twice is told why it failed, tries again and is known', async ({ visit, say, page }) => {
  const identity = await new IdentityPage(visit).open('pages/kycverify/index')
  const first = await identity.toCard()
  const side = await drawPaper(page)
  await first.typesIn({ ...ana, number: '30.123.457' })
  await first.photographs('front', side)
  await first.photographs('back', side)
  await first.goOn()
  const failed = await first.send()
  await failed.waitsFor(say('kyc', 'failed.IMAGE_QUALITY'))
  await expect(failed.content.getByText(say('kyc', 'failed.left', { count: 5, num: '5' }))).toBeVisible()

  const second = await failed.toCard()
  await second.typesIn({ ...ana, number: '30.123.457' })
  await second.photographs('front', await drawPaper(page))
  await second.photographs('back', await drawPaper(page))
  await second.goOn()
  await (await second.send()).waitsFor(say('kyc', 'passed.title'))
})

test('what is typed of a paper is not there for whoever signs in on another tab', async ({ visit, page, baseURL }) => {
  const identity = await new IdentityPage(visit).open('pages/kycverify/index')
  const paper = await identity.toCard()
  await paper.typesIn({ ...ana, number: '12' })
  const values = () => paper.content.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  await expect.poll(values).toContain(ana.lastName)
  await signInElsewhere(page, await openAccount(baseURL ?? ''))
  await expect.poll(values).not.toContain(ana.lastName)
})
