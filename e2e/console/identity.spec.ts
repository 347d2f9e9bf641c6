import { kyc } from '@rueda/contract/kyc.ts'
import { ConsolePage } from '../pages/console.ts'
import { IdentityPage } from '../pages/identity.ts'
import { expect, test } from '../staff.ts'
import { upload } from '../withdrawer.ts'
import { wordsOf } from '../words.ts'

test.use({ language: 'de' })

test.use({ registered: true })

/** A person reads a passport whose zone was not typed: this one is refused, and the customer reads the reason in their own language. */
test('an identity case is refused with a reason that its customer reads in German', async ({ staffOf, customer, page, visit, baseURL }) => {
  const frontImg = await upload(page, baseURL ?? '', customer)
  const papers = { type: 'passport', countryCode: 'DE', firstName: 'Jörg', lastName: 'Weiß', birthDate: '1981-02-03' } as const
  await customer.call(kyc.submit, { ...papers, passportNumber: 'C01X00T47', frontImg })
  const ana = await staffOf(['kyc'], { name: 'Ana Ruiz' })
  const queue = new ConsolePage(ana)
  await queue.takesCase('kyc', customer.user.id)
  const decision = queue.drawer.getByRole('region', { name: ana.say('decision.title') })
  await expect(decision.getByRole('button', { name: ana.say('kyc.refuse') })).toBeDisabled()
  await queue.chooseReason(wordsOf('es')('kyc', 'failed.NAME_MISMATCH'))
  const preview = decision.getByLabel(ana.say('decision.preview'))
  const inGerman = wordsOf('de')('kyc', 'failed.NAME_MISMATCH')
  for (const language of ['es', 'de', 'ja', 'zh-TW'] as const)
    await expect(preview.getByText(wordsOf(language)('kyc', 'failed.NAME_MISMATCH'))).toBeVisible()
  await queue.press('kyc.refuse')
  await queue.hears('kyc.failed')
  await expect(queue.drawer).toBeHidden()

  const identity = await new IdentityPage(visit).open('pages/kycverify/index')
  await identity.waitsFor(inGerman)
})
