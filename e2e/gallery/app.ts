import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { passSuitability, practise } from '../customer.ts'
import { type ScreenState, atRest, furnish, guestStates, show, statesOf } from '../screens.ts'
import type { Choice } from './choice.ts'
import { faults } from './faults.ts'
import { type Sitting, type Studio, open } from './studio.ts'
import { hangTroubles } from './troubles.ts'

/** States whose pictures show on purpose that there is nothing. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([])

/** Screens that are about nothing somebody has to own first, for the wall of a newcomer: what they say while they are empty. */
const isForNewcomers = ({ name, hash }: ScreenState): boolean => !/\bid=/u.test(hash) && !name.startsWith('payment')
const NEWCOMER = 'newcomer'

type Wall = Readonly<{ pictures: number; wrong: readonly string[] }>

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
  const wrong: string[] = []
  for (const state of states) {
    await show(page, state)
    await atRest(page)
    await page.screenshot({ path: join(wall, `${state.name}.png`) })
    const found = await faults(page, { mayBeEmpty: wallName === NEWCOMER || MAY_BE_EMPTY.has(state.name) })
    wrong.push(...found.map((fault) => `${name}/${state.name} ${fault}`))
  }
  await context.close()
  return { pictures: states.length, wrong }
}

/**
 * Every screen in every state, in both themes and in every size and language asked for, and on a phone once as a newcomer sees them and once in every trouble. Returns
 * what some picture shows that it should not.
 */
export async function pictureApp(studio: Studio, { languages, sizes }: Choice, folder: string): Promise<readonly string[]> {
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
  return walls.flatMap(({ wrong }) => wrong)
}
