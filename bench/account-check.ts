import { KEY_COMMITMENT, book, newHouse } from '../apps/web/src/testing/log-and-account.ts'
import { Replay } from '../apps/web/src/shared/trust/replay.ts'
import { report } from './support/median.ts'

/** "Check my account": a long account's chain computed anew, page by page as the worker of the app gets it. */
const ENTRIES = 100_000
const PAGE = 500
const ALLOWED_SECONDS = 10
const MS = 1_000

const house = newHouse()
for (let entry = 0; entry < ENTRIES; entry += 1) book(house)
const replay = new Replay(KEY_COMMITMENT)
const began = performance.now()
for (let from = 0; from < ENTRIES; from += PAGE) replay.add(house.chain.slice(from, from + PAGE))
const seconds = (performance.now() - began) / MS
if (replay.head.sequence !== ENTRIES) throw new Error(`entry ${replay.wrong?.sequence} does not follow from those before it`)
report(
  'account check',
  seconds.toFixed(2),
  `s for ${ENTRIES.toLocaleString('en-US')} entries of an account computed anew`,
  seconds / ALLOWED_SECONDS,
  `${ALLOWED_SECONDS} s allowed on a telephone`,
)
