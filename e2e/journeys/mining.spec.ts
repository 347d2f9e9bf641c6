import { mining } from '@rueda/contract/mining.ts'
import { MiningPage } from '../pages/mining.ts'
import { ProfilePage } from '../pages/profile.ts'
import { expect, test } from '../staff.ts'

/** Rounds whose shares a browser finds within seconds, on a server where this journey makes them older: nobody waits for ten minutes. */
const SEARCH_MS = 120_000
const ROUND_MS = 600_000

test('a browser mines a share while its customer looks at something else, and does the sum again', async ({
  visit,
  say,
  page,
  quickServer,
}) => {
  const profile = await new ProfilePage(visit).open('pages/profile/index')
  await profile.content.getByRole('link', { name: say('titles', 'mining') }).click()
  const miningPage = await new MiningPage(visit).isShown()
  await expect(miningPage.content.getByText(say('mining', 'reward.value'), { exact: true })).toBeVisible()
  await miningPage.start()
  await miningPage.stands('searching')

  // What the server knows of it is all there is: the page finds the round again.
  await quickServer.putMiningBack(SEARCH_MS)
  await page.reload()
  await miningPage.stands('working')
  const handedIn = page.waitForResponse(`**/web${mining.share.path}`)
  await miningPage.back()
  await handedIn
  await profile.content.getByRole('link', { name: say('titles', 'mining') }).click()
  await expect(miningPage.content.getByText(say('mining', 'note.found', { num: '10' }))).toBeVisible()

  await quickServer.putMiningBack(ROUND_MS)
  await page.reload()
  await miningPage.stands('success')
  await expect(miningPage.content.getByText(say('mining', 'amount', { num: '10', most: '20' }))).toBeVisible()
  await miningPage.checks()
})

test('a round is stopped after a question, and stays in the history', async ({ visit, say }) => {
  const miningPage = await new MiningPage(visit).open('pages/mining/index')
  await miningPage.start()
  await miningPage.stands('searching')
  await miningPage.stop()
  await miningPage.stands('stopped')
  await expect(miningPage.content.getByText(say('mining', 'history.used', { minutes: '0', energy: '0' }))).toBeVisible()
})
