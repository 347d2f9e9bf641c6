import type { Browser, Page } from '@playwright/test'
import { staff } from '@rueda/contract/admin/staff.ts'
import type { StaffEndpoint, StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import { sayIn } from '../../apps/console/src/app/words/all.ts'
import { expect, test } from '../journey.ts'
import { oneTimePassword } from '../one-time-password.ts'
import { type TestServer, startServer } from '../server.ts'

const say = sayIn('es')
const [CHIEF, PASSWORD] = ['ana@rueda.test', 'a wheel turns all night']
const DESK = { width: 1440, height: 900 }

/** A house with two administrators of its own: in the one that other journeys share, a second would have to agree to every invitation. */
test('two administrators make a role of three powers, and whoever is invited to it sees and does only that', async ({ browser }) => {
  test.slow()
  const server = await startServer({ ADMIN_EMAIL: CHIEF, ADMIN_PASSWORD: PASSWORD })
  try {
    const first = await post(server, staff.signIn, { email: CHIEF, password: PASSWORD }, '')
    const ana = await setUp(server, String(first.data['token']))
    const invited = { email: 'bea@rueda.test', name: 'Bea', roles: ['admin' as const], reason: 'maintenance' as const }
    await post(server, staff.invite, invited, ana)
    const bea = await setUp(server, await tokenOf(server, invited.email), PASSWORD)
    const [anasPage, beasPage] = [await seat(browser, server, ana), await seat(browser, server, bea)]

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
    await expect(beasPage.getByText(`pide armar el rol Mesa de depósitos: ${say('power.deposits.open')}`, { exact: false })).toBeVisible()
    await beasPage.getByRole('table').getByText('Mesa de depósitos').click()
    await beasPage
      .getByRole('complementary')
      .getByRole('button', { name: new RegExp(`^${say('approvals.approve')}`, 'u') })
      .click()
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
    const nora = await setUp(server, await tokenOf(server, 'nora@rueda.test'), PASSWORD)
    const norasPage = await seat(browser, server, nora)
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

type Answered = Readonly<{ data: Readonly<Record<string, unknown>>; cookie: string }>

async function post<E extends StaffEndpoint>(
  { address }: TestServer,
  { path }: E,
  input: StaffInputOf<E>,
  cookie: string,
): Promise<Answered> {
  const headers = { 'content-type': 'application/json', 'x-rueda-console': '1', 'origin': address, 'cookie': `rueda_staff=${cookie}` }
  const response = await fetch(`${address}/admin${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const { code, data, msg } = (await response.json()) as Readonly<{ code: number; data: Answered['data']; msg: string }>
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return { data, cookie: /rueda_staff=([^;]*)/u.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? cookie }
}

/** Somebody's way in, from the link to their session. */
async function setUp(server: TestServer, token: string, password?: string): Promise<string> {
  const { data } = await post(server, staff.beginSetup, { token }, '')
  const chosen = { token, code: oneTimePassword(String(data['secret'])), ...(password === undefined ? {} : { password }) }
  return (await post(server, staff.finishSetup, chosen, '')).cookie
}

const tokenOf = async ({ mailTo }: TestServer, email: string): Promise<string> => /#\/setup\/(\S+)/u.exec(await mailTo(email))?.[1] ?? ''

async function seat(browser: Browser, { address }: TestServer, cookie: string): Promise<Page> {
  const session = { name: 'rueda_staff', value: cookie, path: '/admin', domain: new URL(address).hostname }
  const localStorage = [{ name: 'rueda.console.language', value: 'es' }]
  const context = await browser.newContext({
    ...{ baseURL: address, viewport: DESK, locale: 'es-AR', reducedMotion: 'reduce' },
    storageState: {
      cookies: [{ ...session, expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' }],
      origins: [{ origin: address, localStorage }],
    },
  })
  return context.newPage()
}
