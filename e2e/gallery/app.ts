import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { passSuitability, practise } from '../customer.ts'
import { type ScreenState, atRest, furnish, guestStates, show, statesOf } from '../screens.ts'
import type { Choice } from './choice.ts'
import { faults } from './faults.ts'
import { type Sitting, type Studio, open } from './studio.ts'
import { hangTroubles } from './troubles.ts'

/** States whose pictures show that there is nothing: so they are named, or nobody has furnished them. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  'alert-index-log',
  'deposit-record',
  'ipo-prospectus',
  'ipo-prospectus-guest',
  'loan-record',
  'loan-repayment',
  'news-detail-guest',
  'news-index-nothing',
  'notice-index-nothing',
  'payment-future-close',
  'payment-newstock',
  'placing-record',
  'product-follow-mine',
  'robot-detail-guest',
  'robot-record',
  'search-index-nothing',
  'trade-index-closed',
  'trade-index-guest',
  'watchlist-index-guest',
  'webview-index-guest',
  'webview-index-leaving',
  'webview-index-missing',
  'withdraw-record',
])
/** Opened without an offering, whose draw is then not found. */
const MAY_FAIL: ReadonlySet<string> = new Set(['ipo-fairness', 'ipo-fairness-guest'])

/** Screens that are about nothing somebody has to own first, for the wall of a newcomer: what they say while they are empty. */
const isForNewcomers = ({ name, hash }: ScreenState): boolean => !/\bid=/u.test(hash) && !name.startsWith('payment')
const NEWCOMER = 'newcomer'

type Wall = Readonly<{ pictures: number; wrong: number }>

async function hang(
  studio: Studio,
  sitting: Sitting,
  states: readonly ScreenState[],
  folder: string,
  wallName: string = sitting.theme,
): Promise<Wall> {
  const [page, context] = await open(studio, sitting)
  const name = `${sitting.language}-${sitting.size}-${wallName}`
  const wall = join(folder, name)
  mkdirSync(wall, { recursive: true })
  let wrong = 0
  for (const state of states) {
    await show(page, state)
    await atRest(page)
    await page.screenshot({ path: join(wall, `${state.name}.png`) })
    const found = await faults(page, {
      mayBeEmpty: wallName === NEWCOMER || MAY_BE_EMPTY.has(state.name),
      mayFail: MAY_FAIL.has(state.name),
    })
    for (const fault of found) console.error(`${name}/${state.name} ${fault}`)
    wrong += found.length
  }
  await context.close()
  return { pictures: states.length, wrong }
}

/**
 * Every screen in every state, in both themes and in every size and language asked for; on a phone also as a newcomer sees them, and in every
 * trouble. Says what a picture shows that it should not, and returns how often.
 */
export async function pictureApp(studio: Studio, { languages, sizes }: Choice, folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  const customer = await practise(studio.address)
  await passSuitability(customer)
  const states = statesOf(await furnish(customer))
  const walls: Wall[] = []
  for (const language of languages) {
    for (const size of sizes) {
      for (const theme of ['dark', 'light'] as const) {
        walls.push(await hang(studio, { size, theme, language, customer }, states, folder))
        walls.push(await hang(studio, { size, theme, language, customer: null }, guestStates(), folder))
      }
    }
  }
  let pictures = 0
  const [language] = languages
  if (language !== undefined && sizes.includes('phone')) {
    const sitting = { size: 'phone', theme: 'dark', language } as const
    const newcomer = await practise(studio.address)
    walls.push(await hang(studio, { ...sitting, customer: newcomer }, states.filter(isForNewcomers), folder, NEWCOMER))
    pictures += await hangTroubles(studio, { ...sitting, customer }, states, folder)
  }
  pictures += walls.reduce((sum, wall) => sum + wall.pictures, 0)
  console.log(`${pictures} pictures in ${folder}`)
  return walls.reduce((sum, { wrong }) => sum + wrong, 0)
}
