import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildVenue } from './build-venue.ts'
import { finishedDaysIn } from './finished-days.ts'

const origin = { secret: new Uint8Array(32).fill(7), models: startsOfNewMarket(), alwaysOpen: false, historyFrom: '2026-02-16' } as const
const recipe = { ...origin, replayFolder: null, scenario: null, openedOn: '2026-03-11', mostListed: { US: 4, AR: 2, TW: 2 } } as const
const NOW = Date.parse('2026-03-11T15:00:00Z')
const OWNER_ONLY = 0o600
const PERMISSIONS = 0o777

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rueda-days-'))))
afterEach(() => rmSync(folder, { recursive: true }))
const path = () => join(folder, 'market', 'finished-days')

/** Opens the market that there is with this folder, and returns what it says. */
function open(now = NOW) {
  const { venue, beforeOpening } = buildVenue({ ...recipe, dataFolder: folder })
  beforeOpening(now)
  expect(readdirSync(join(folder, 'market'))).toEqual(['finished-days'])
  return venue.instruments.map(({ id }) => venue.quote(id, now))
}

it('a start keeps the days that are over, and the next one goes on from them at the same prices', () => {
  const first = open()
  const saved = finishedDaysIn(folder, origin).read()
  expect(saved?.until).toBe('2026-03-09')
  expect(saved?.markets.US.stocks['US:ARDV']?.columns[0]?.length).toBe(saved?.markets.US.days)
  expect(statSync(path()).mode & PERMISSIONS).toBe(OWNER_ONLY)
  const kept = readFileSync(path())
  expect(open()).toEqual(first)
  expect(readFileSync(path()).equals(kept)).toBe(true)
  // Some days later they are carried on.
  const WEEK_MS = 604_800_000
  open(NOW + WEEK_MS)
  expect(finishedDaysIn(folder, origin).read()?.until).toBe('2026-03-16')
})

it('a life that begins days later over the same outside market goes on, and leaves what is kept as it is', () => {
  const { venue, beforeOpening, again } = buildVenue({ ...recipe, dataFolder: folder })
  beforeOpening(NOW)
  const DAY_MS = 86_400_000
  const later = NOW + 5 * DAY_MS
  const quoted = venue.instruments.map(({ id }) => venue.quote(id, later))
  const next = again(undefined)
  next.beforeOpening(later)
  expect(next.venue.instruments.map(({ id }) => next.venue.quote(id, later))).toEqual(quoted)
  expect(finishedDaysIn(folder, origin).read()?.until).toBe('2026-03-09')
})

it.each([
  ['is torn', () => truncateSync(path(), readFileSync(path()).length - 9)],
  [
    'was changed',
    () =>
      writeFileSync(
        path(),
        readFileSync(path()).map((byte, at) => (at === 5_000 ? byte ^ 1 : byte)),
      ),
  ],
  ['is empty', () => writeFileSync(path(), '')],
])('a file that %s counts as none and is written anew', (_, spoil) => {
  const quotes = open()
  const kept = readFileSync(path())
  spoil()
  expect(finishedDaysIn(folder, origin).read()).toBeNull()
  expect(open()).toEqual(quotes)
  expect(readFileSync(path()).equals(kept)).toBe(true)
})

it.each([
  ['a pipe that nobody writes to', () => void execFileSync('mkfifo', [path()])],
  ['a folder', () => mkdirSync(path())],
  ['a device that never ends', () => symlinkSync('/dev/zero', path())],
])('%s in the place of the file holds no start up', (_, put) => {
  const quotes = open()
  rmSync(path())
  put()
  expect(finishedDaysIn(folder, origin).read()).toBeNull()
  const { venue, beforeOpening } = buildVenue({ ...recipe, dataFolder: folder })
  beforeOpening(NOW)
  expect(venue.instruments.map(({ id }) => venue.quote(id, NOW))).toEqual(quotes)
  expect(readdirSync(join(folder, 'market'))).toEqual(['finished-days'])
})

it('days of another market are not taken', () => {
  const finished = finishedDaysIn(folder, origin)
  open()
  expect(finished.read()).not.toBeNull()
  const others = [
    { ...origin, secret: new Uint8Array(32).fill(8) },
    { ...origin, alwaysOpen: true },
    { ...origin, historyFrom: undefined },
    { ...origin, models: [] },
  ]
  for (const other of others) expect(finishedDaysIn(folder, other).read()).toBeNull()
})
