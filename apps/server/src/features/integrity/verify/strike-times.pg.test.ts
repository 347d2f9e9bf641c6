import { SIX_DECIMALS_FROM, dealtNav, publishedNav as publishedByRules } from '@rueda/rules/funds/nav.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { DEALT_NAV, publishedNav } from './strike-times.ts'

let database: Database
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.stop())

it('the checks round a value of a unit as the rules do, before and after it has six decimals', async () => {
  const dates = ['2026-12-31', SIX_DECIMALS_FROM, '2027-06-01']
  // Each is in the middle between two values of four or six decimals, or right beside it.
  const navs = [100_005_000n, 100_015_000n, 102_340_050n, 102_340_150n].flatMap((middle) => [middle - 1n, middle, middle + 1n])
  const strikes = dates.flatMap((date) => navs.map((nav) => ({ date, nav })))
  const { rows } = await database.pool.query<{ dealt: bigint; published: bigint }>(
    `select ${DEALT_NAV} as dealt, ${publishedNav('s.nav')} as published from unnest($1::date[], $2::bigint[]) with ordinality s (date, nav, place) order by place`,
    [strikes.map(({ date }) => date), strikes.map(({ nav }) => nav)],
  )
  expect(rows).toEqual(strikes.map((strike) => ({ dealt: dealtNav(strike), published: publishedByRules(strike.nav) })))
})
