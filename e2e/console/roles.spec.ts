import { staff } from '@rueda/contract/admin/staff.ts'
import { sayIn } from '../../apps/console/src/app/words/all.ts'
import { expect, test } from '../journey.ts'
import { startServer } from '../server.ts'
import { PASSWORD, ask, seat, setUp, tokenSentTo } from '../staff.ts'

const say = sayIn('es')
const ADMIN = { email: 'ana@rueda.test', password: PASSWORD }

/** A server with two administrators of its own: on the one that other journeys share, a second would have to agree to every invitation. */
test('two administrators make a role of three powers, and whoever is invited to it sees and does only that', async ({ browser }) => {
  test.slow()
  const server = await startServer({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  const { address, mailTo } = server
  try {
    const { data } = await ask(address, null, staff.signIn, ADMIN)
    if (data.state !== 'setup') throw new Error('the first staff account of this server is set up already')
    const ana = await seat(browser, address, await setUp(address, data.token, {}))
    const invited = { email: 'bea@rueda.test', name: 'Bea', roles: ['admin' as const], reason: 'maintenance' as const }
    await ana.call(staff.invite, invited)
    const bea = await seat(browser, address, await setUp(address, await tokenSentTo(mailTo, invited.email), { password: PASSWORD }))
    const [anasPage, beasPage] = [ana.page, bea.page]

    await anasPage.goto('/console/#/staff')
    await expect(anasPage.getByText(say('roles.none'))).toBeVisible()
    await anasPage.getByRole('button', { name: say('roles.compose') }).click()
    const drawer = anasPage.getByRole('complementary')
    await drawer.getByLabel(say('roles.name'), { exact: true }).fill('Mesa de depósitos')
    await drawer.getByLabel(say('power.deposits.decide')).check()
    await expect(drawer.getByLabel(say('power.deposits.open'))).toBeChecked()
    await expect(drawer.getByLabel(say('power.kyc.decide'))).toBeDisabled()
    await drawer.getByRole('button', { name: say('reason.maintenance') }).click()
    await drawer.getByRole('button', { name: say('roles.compose') }).click()
    await expect(drawer).toBeHidden()

    // Everybody reads above every screen what would come, in words.
    await beasPage.goto('/console/#/approvals')
    const request = { maker: ana.name, name: 'Mesa de depósitos', powers: say('power.deposits.open') }
    await expect(beasPage.getByText(say('request.composeRole', request), { exact: false })).toBeVisible()
    await beasPage.getByRole('table').getByText('Mesa de depósitos').click()
    await beasPage
      .getByRole('complementary')
      .getByRole('button', { name: new RegExp(`^${say('approvals.approve')}`, 'u') })
      .click()
    await expect(beasPage.getByRole('complementary')).toBeHidden()
    await beasPage.goto('/console/#/staff')
    await expect(beasPage.getByRole('table', { name: say('roles.title') }).getByText('Mesa de depósitos')).toBeVisible()

    // Nora is invited to it by both, and has its menu and no other.
    await beasPage.getByRole('button', { name: say('staff.invite'), exact: true }).click()
    const form = beasPage.getByRole('complementary')
    await form.getByLabel(say('signIn.email')).fill('nora@rueda.test')
    await form.getByLabel(say('setup.name'), { exact: true }).fill('Nora')
    await form.getByRole('checkbox', { name: /^Mesa de depósitos/u }).check()
    await form.getByRole('button', { name: say('reason.maintenance') }).click()
    await form.getByRole('button', { name: say('staff.invite'), exact: true }).click()
    await expect(form).toBeHidden()
    await anasPage.goto('/console/#/approvals')
    await anasPage.getByRole('table').getByText('nora@rueda.test', { exact: false }).click()
    await anasPage
      .getByRole('complementary')
      .getByRole('button', { name: new RegExp(`^${say('approvals.approve')}`, 'u') })
      .click()
    await expect(anasPage.getByRole('complementary')).toBeHidden()
    const noras = await setUp(address, await tokenSentTo(mailTo, 'nora@rueda.test'), { password: PASSWORD })
    const { page: norasPage } = await seat(browser, address, noras)
    await norasPage.goto('/console/')
    const menu = norasPage.getByRole('navigation', { name: say('app.navigation') })
    await expect(menu.getByRole('link', { name: say('nav.cases') })).toBeVisible()
    await expect(menu.getByRole('link', { name: say('nav.approvals') })).toBeVisible()
    await expect(menu.getByRole('link', { name: say('nav.staff') })).toHaveCount(0)
    await expect(menu.getByRole('link', { name: say('nav.ledger') })).toHaveCount(0)
    await norasPage.goto('/console/#/cases')
    await expect(norasPage.getByRole('group', { name: say('nav.cases') }).getByRole('button')).toHaveText([say('case.deposit')])
    for (const page of [anasPage, beasPage, norasPage]) await page.context().close()
  } finally {
    await server.stop()
  }
})
