import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cases } from '@rueda/contract/admin/cases.ts'
import { caseKinds } from '@rueda/rules/staff/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { axeOf } from '../axe.ts'
import { type ConsoleState, furnishHouse, queuesAreFull, statesFor } from '../console-states.ts'
import { caseRoles } from '../case-roles.ts'
import { ConsolePage } from '../pages/console.ts'
import { atRest } from '../screens.ts'
import { type StaffMember, type StaffOf, expect, test } from '../staff.ts'

/**
 * Checks every screen and drawer of the console: nothing a person with a screen reader would stumble over, and nothing that
 * sticks out. With RUEDA_PICTURES=<folder> it does so in both themes, languages and sizes, with a picture of each.
 */
const SEVERE = ['serious', 'critical']
const DESK = { width: 1440, height: 900 }
const TABLET = { width: 768, height: 1024 }
const folder = process.env['RUEDA_PICTURES']

const sticksOut = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Looks twice and keeps what is broken both times, because a colour that is still changing is neither the old nor the new one. */
async function findings(page: Page): Promise<string[]> {
  const first = await look(page)
  if (first.length === 0) return []
  const second = await look(page)
  return second.filter((finding) => first.includes(finding))
}

async function look(page: Page): Promise<string[]> {
  await atRest(page)
  const axe = await axeOf(page)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => SEVERE.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

async function check({ member: { page } }: ConsolePage, name: string): Promise<void> {
  expect.soft(await findings(page), name).toEqual([])
  expect.soft(await sticksOut(page), `${name} sticks out`).toBe(false)
}

async function picture({ member: { page } }: ConsolePage, name: string): Promise<void> {
  await atRest(page)
  await page.screenshot({ path: join(folder ?? '', `${name}.png`) })
}

type Look = Readonly<{ language: 'es' | 'en'; theme: 'dark' | 'light'; viewport: typeof DESK }>
const DAILY: readonly Look[] = [{ language: 'es', theme: 'dark', viewport: DESK }]
const EVERY: readonly Look[] = [
  ...DAILY,
  { language: 'en', theme: 'light', viewport: TABLET },
  { language: 'es', theme: 'light', viewport: DESK },
  { language: 'en', theme: 'dark', viewport: TABLET },
]

const roles = Object.keys(statesFor) as (keyof typeof statesFor)[]
/** Roles that decide about customers' papers and money; the other roles' screens are looked at with the pictures. */
const DAILY_ROLES = ['cashier', 'kyc', 'risk'] as const satisfies typeof roles
/** Left to the run with pictures: an account's tabs, and the queues, are tables of one kind, and one or two of them stand for all. */
const SELDOM = [
  'cases-deposit',
  'cases-card',
  'cases-view',
  'cases-none-mine',
  'overview-kyc',
  'cases-kyc',
  'account-orders',
  'account-cards',
  'account-devices',
  'account-acts',
]

async function visit(seat: ConsolePage, states: readonly ConsoleState[], { language, theme, viewport }: Look): Promise<void> {
  for (const { name, show } of states) {
    await show(seat)
    await expect(seat.content.getByText(seat.member.say('app.loading'))).toHaveCount(0)
    const shown = `${viewport.width}-${theme}-${language}-${name}`
    await check(seat, shown)
    if (folder !== undefined) await picture(seat, shown)
  }
}

test('every screen of the console is accessible and keeps within its window', async ({ page, baseURL, staffOf }) => {
  test.setTimeout(folder === undefined ? 300_000 : 1_800_000)
  const customer = await furnishHouse(page, baseURL ?? '')
  for (const look of folder === undefined ? DAILY : EVERY) await lookAtAll(look, customer, staffOf)
})

async function lookAtAll(look: Look, customer: Awaited<ReturnType<typeof furnishHouse>>, staffOf: StaffOf): Promise<void> {
  for (const name of folder === undefined ? DAILY_ROLES : roles) {
    const member = await staffOf([name], { ...look, name: `${name} ${look.language}` })
    if (name === 'cashier') await queuesAreFull(member, ['withdrawal', 'deposit', 'card'])
    if (name === 'kyc') await queuesAreFull(member, ['kyc'])
    const seat = new ConsolePage(member)
    const states = statesFor[name](customer).filter((state) => folder !== undefined || !SELDOM.includes(state.name))
    await visit(seat, states, look)
    await releaseAll(member, name)
  }
}

/** Gives the cases back, so that the next one of the role can take them. */
async function releaseAll(member: StaffMember, role: StaffRole): Promise<void> {
  for (const kind of caseKinds.filter((each) => caseRoles[each] === role)) {
    const { list } = await member.call(cases.list, { kind, state: 'mine' })
    if (list.length > 0) await member.call(cases.releaseSeveral, { ids: list.map(({ id }) => id) })
  }
}
