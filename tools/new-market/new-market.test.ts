import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textLanguages } from '@rueda/text/keys.ts'
import { run, tool } from '../run.ts'
import { type Copy, addFile, addWording, copyProject, insert } from './copy.ts'
import { NEW_MARKET, itself, places, wordings } from './lines.ts'

/**
 * Adds a market to a copy of the project. First the compiler has to name every place that does not know it, and nothing
 * else may be wrong; then those places get their lines, and a day is spent in the new market with nothing else touched.
 */
let copy: Copy
beforeAll(() => {
  copy = copyProject()
})
afterAll(() => copy.remove())

/** One checker, because several would each work out for themselves what the packages share. */
const COMPILE = ['--project', '.', '--pretty', 'false', '--checkers', '1']
const compile = () => run(tool('tsc'), COMPILE, { cwd: copy.folder })
const MINUTES_MS = 300_000

const FAULT = /^(?<file>[^\s(]+)\(\d+,\d+\): error (?<says>.*(?:\n {2}.*)*)/gmu
const NOT_IN_TABLE = new RegExp(`^TS2741: Property '${NEW_MARKET}' is missing in type`, 'u')
const NO_TEXT = new RegExp(`'"(?<key>[\\w.]+\\.${NEW_MARKET})"' is not assignable to type 'TextKey<"(?<feature>[\\w-]+)">'`, 'u')
/** Code that reads one of those tables gets this error as well. */
const READS_A_TABLE = new RegExp(`Property '${NEW_MARKET}' does not exist on type`, 'u')

type Named = Readonly<{ tables: Set<string>; texts: Set<string>; others: string[] }>

function namedIn(output: string): Named {
  const named: Named = { tables: new Set(), texts: new Set(), others: [] }
  for (const { groups } of output.matchAll(FAULT)) {
    const { file = '', says = '' } = groups ?? {}
    const text = NO_TEXT.exec(says)?.groups
    if (NOT_IN_TABLE.test(says)) named.tables.add(file)
    else if (text !== undefined) named.texts.add(`${text['feature']}: ${text['key']}`)
    else if (!READS_A_TABLE.test(says)) named.others.push(`${file}: ${says}`)
  }
  return named
}

test('a fault that is neither a missing line nor a missing text is not taken for one', () => {
  const silent = 'apps/server/src/jobs/due.ts(3,1): error TS2322: Type \'"NW"\' is not assignable to type \'"US"\'.\n  And why.\n'
  const missing = "a.ts(1,1): error TS2741: Property 'NW' is missing in type '{}' but required in type 'X'.\n"
  const unread = 'b.ts(1,1): error TS2345: Argument is wrong.\n  Type \'"market.NW"\' is not assignable to type \'TextKey<"fees">\'.\n'
  const { tables, texts, others } = namedIn(silent + missing + unread)
  expect([[...tables], [...texts], others.length]).toEqual([['a.ts'], ['fees: market.NW'], 1])
})

describe('a new market', () => {
  test(
    'is asked for by the compiler wherever markets differ, and nowhere else',
    async () => {
      for (const addition of itself.additions) addFile(copy, addition)
      for (const insertion of itself.insertions) insert(copy, insertion)
      const { output } = await compile()
      const { tables, texts, others } = namedIn(output)
      expect(others).toEqual([])
      expect([...tables].toSorted()).toEqual([...new Set(places.insertions.map(({ file }) => file))].toSorted())
      expect([...texts].toSorted()).toEqual(wordings.map(({ feature, key }) => `${feature}: ${key}`).toSorted())
    },
    MINUTES_MS,
  )

  test(
    'is whole with a line in each of those places',
    async () => {
      for (const addition of places.additions) addFile(copy, addition)
      for (const insertion of places.insertions) insert(copy, insertion)
      for (const language of textLanguages) for (const wording of wordings) addWording(copy, language, wording)
      expect((await compile()).output).toBe('')
    },
    MINUTES_MS,
  )

  test(
    'shows, quotes, takes an order, expires, settles and closes',
    async () => {
      const { code, output } = await run(tool('vitest'), ['run', '--root', copy.folder], { cwd: copy.folder })
      expect(code, output).toBe(0)
    },
    MINUTES_MS,
  )
})
