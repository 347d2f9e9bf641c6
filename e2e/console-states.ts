import type { Page } from '@playwright/test'
import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { cards } from '@rueda/contract/cards.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { support } from '@rueda/contract/support.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { type Customer, openAccount, rest } from './customer.ts'
import { expect } from './journey.ts'
import type { ConsolePage } from './pages/console.ts'
import type { StaffMember } from './staff.ts'
import { PAY_PASSWORD, identify, upload, withdraw } from './withdrawer.ts'

/** Every screen and drawer of the console with something in it, for the checks that hold on all of them. */
export type ConsoleState = Readonly<{ name: string; show: (seat: ConsolePage) => Promise<void> }>

/** Opens two accounts whose cases wait in every queue, and returns the one that withdraws. */
export async function furnishHouse(page: Page, address: string): Promise<Customer> {
  const customer = await openAccount(address)
  const stranger = await openAccount(address)
  const frontImg = await upload(page, address, stranger)
  const papers = { type: 'passport', countryCode: 'DE', firstName: 'Jörg', lastName: 'Weiß', birthDate: '1981-02-03' } as const
  await stranger.call(kyc.submit, { ...papers, passportNumber: 'C01X00T47', frontImg })
  await identify(page, address, customer)
  await withdraw(customer, '6000')
  const bank = {
    bankName: 'Banco Macro',
    accountName: 'Ivan Perez',
    cardNo: '2850590940090418135201',
    currency: 'ARS',
    countryCode: 'AR',
  }
  await customer.call(cards.add, { ...bank, payPassword: PAY_PASSWORD })
  const proofImg = await upload(page, address, customer)
  await rest(customer, 'ARDV', '1', '1')
  await customer.call(support.send, { topic: 'order', text: '¿Por qué no se ejecuta?' })
  await customer.call(complaints.file, { text: 'Nadie me lo explicó. Pido que me lo expliquen.' })
  await customer.call(deposits.create, { channelId: 'USD-WIRE', amount: '120', proofImg })
  return customer
}

/** Waits until each kind of case is there. */
export async function queuesAreFull(member: StaffMember, kinds: readonly CaseKind[]): Promise<void> {
  for (const kind of kinds) {
    await expect
      .poll(async () => (await member.call(cases.list, { kind, state: 'open' })).total, { message: kind, timeout: 30_000 })
      .toBeGreaterThan(0)
  }
}

const screen = (name: string, hash: string): ConsoleState => ({
  name,
  show: async (seat) => {
    await seat.open(hash)
    await expect(seat.content.getByRole('heading', { level: 1 })).toBeVisible()
  },
})

const caseOf = (kind: CaseKind): ConsoleState => ({
  name: `case-${kind}`,
  show: async (seat) => {
    await seat.open(`cases?kind=${kind}`)
    await seat.content.getByRole('row').nth(1).click()
    const claim = seat.drawer.getByRole('button', { name: seat.member.say('cases.claim'), exact: true })
    const choice = seat.drawer.locator('[data-choice]').first()
    await expect(claim.or(choice)).toBeVisible()
    if (await claim.isVisible()) await claim.click()
    await choice.click()
  },
})

async function choosesAll(seat: ConsolePage): Promise<void> {
  await seat.open('cases?kind=deposit')
  await seat.content.getByRole('checkbox', { name: seat.member.say('app.selectAll') }).check()
}

async function showsKeys(seat: ConsolePage): Promise<void> {
  await seat.open('')
  await expect(seat.content.getByRole('heading', { level: 1 })).toBeVisible()
  await seat.member.page.keyboard.press('?')
  await expect(seat.member.page.getByRole('dialog', { name: seat.member.say('keys.title') })).toBeVisible()
}

/** What waits was read, and then cannot be read again: it is asked for anew as somebody comes back to the window. */
async function isStale(seat: ConsolePage): Promise<void> {
  const { page, say } = seat.member
  await seat.open('')
  await expect(seat.content.getByRole('region', { name: say('waiting.title') })).toBeVisible()
  const refused = { code: 1, msg: 'No.', data: null, venue: 'SIM' }
  const place = `**/admin${dashboard.waiting.path}*`
  await page.route(place, (route) => route.fulfill({ json: refused }))
  const [said = ''] = say('app.stale', { when: '#' }).split('#')
  await expect(async () => {
    // A read that was under way already may still have been answered.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(seat.content.getByText(said).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.unroute(place)
}

/** States by role: each role has its own screens. */
export const statesFor = {
  cashier: () => [
    screen('dashboard', ''),
    screen('cases-withdrawal', 'cases?kind=withdrawal&sort=amount'),
    screen('cases-deposit', 'cases?kind=deposit&riskFlag=ABOVE_LIMIT'),
    screen('cases-card', 'cases?kind=card'),
    { name: 'cases-view', show: (seat) => seat.savesView('cases?kind=withdrawal&least=5000', 'Grandes') },
    caseOf('withdrawal'),
    caseOf('deposit'),
    caseOf('card'),
    screen('case-gone', 'cases?kind=card&open=00000000-0000-7000-8000-000000000000'),
    screen('cases-empty', 'cases?kind=repayment'),
    screen('cases-none-mine', 'cases?kind=repayment&state=mine'),
    { name: 'cases-chosen', show: choosesAll },
    { name: 'stale', show: isStale },
    // Last, because it stands in front of every screen until somebody closes it.
    { name: 'keys', show: showsKeys },
  ],
  kyc: () => [screen('overview-kyc', ''), screen('cases-kyc', 'cases?kind=kyc'), caseOf('kyc')],
  risk: ({ user }) => [
    screen('overview-risk', ''),
    screen('accounts', `accounts?search=${user.id}`),
    ...(['holdings', 'orders', 'cards', 'devices', 'messages', 'acts'] as const).map((side) => accountSide(String(user.id), side)),
    screen('market', 'market'),
    {
      name: 'market-stop',
      show: async (seat) => {
        await seat.open('market')
        await seat.press('market.stop', seat.content)
      },
    },
  ],
  support: () => [
    screen('overview-support', ''),
    screen('support-none-mine', 'support?state=mine'),
    screen('support', 'support'),
    {
      name: 'case-complaint',
      show: async (seat) => {
        await seat.open('cases?kind=complaint')
        await seat.content.getByRole('row').nth(1).click()
        const claim = seat.drawer.getByRole('button', { name: seat.member.say('cases.claim'), exact: true })
        const keep = seat.drawer.getByRole('button', { name: seat.member.say('complaints.keep') })
        await expect(claim.or(keep)).toBeVisible()
        if (await claim.isVisible()) await claim.click()
        await expect(keep).toBeVisible()
      },
    },
  ],
  product: () => [
    screen('overview-product', ''),
    {
      name: 'broadcast-new',
      show: async (seat) => {
        await seat.open('broadcasts')
        await seat.press('broadcasts.write', seat.content)
      },
    },
    {
      name: 'article-new',
      show: async (seat) => {
        await seat.open('articles')
        await seat.press('articles.write', seat.content)
      },
    },
    rowOf('article', 'articles'),
    rowOf('instrument', 'instruments'),
    screen('calendars', 'calendars'),
    rowOf('offering', 'offerings'),
    rowOf('terms', 'terms'),
  ],
  admin: () => [
    screen('overview-admin', ''),
    screen('approvals', 'approvals'),
    screen('staff', 'staff'),
    screen('integrity', 'integrity'),
    rowOf('switch', 'switches'),
    screen('terms', 'terms'),
  ],
  auditor: () => [
    screen('overview-auditor', ''),
    screen('audit', 'audit'),
    screen('ledger', 'ledger'),
    screen('permissions', 'permissions'),
  ],
} as const satisfies Readonly<Partial<Record<StaffRole, (customer: Customer) => readonly ConsoleState[]>>>

/** A list, and the drawer of its first row. */
const rowOf = (name: string, hash: string): ConsoleState => ({
  name,
  show: async (seat) => {
    await seat.open(hash)
    await seat.content.getByRole('row').nth(1).click()
    await expect(seat.drawer.getByRole('heading', { level: 2 })).toBeVisible()
  },
})

const accountSide = (accountId: string, side: 'holdings' | 'orders' | 'cards' | 'devices' | 'messages' | 'acts'): ConsoleState => ({
  name: `account-${side}`,
  show: async (seat) => {
    await seat.open(`accounts?search=${accountId}&open=${accountId}`)
    await seat.member.page.reload()
    await seat.because('review')
    await seat.press('accounts.open')
    await seat.press(`accounts.side.${side}`)
  },
})
