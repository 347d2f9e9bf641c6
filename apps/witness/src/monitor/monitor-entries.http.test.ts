import { join } from 'node:path'
import { REAL_CLOCK, SIMULATED_MARKET } from '@rueda/proof/entries.ts'
import { headEntry } from '@rueda/proof/head.ts'
import { noteKey } from '@rueda/proof/note.ts'
import { ORIGIN } from '@rueda/proof/testing/log.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followedLog, isSigned } from '../testing/followed-log.ts'
import {
  BANK,
  changed,
  heldOn,
  KEY,
  alive,
  at,
  chains,
  days,
  engine,
  heads,
  keyEntry,
  ofOther,
  owed,
  said,
  start,
  tape,
} from '../testing/log-entries.ts'
import type { FindingKind } from './finding.ts'
import { CLEAN } from './monitor.ts'

/** What entries of a log say against each other, to whoever follows it from its beginning. */
const { log, lines, monitor, reopen, expectFound } = followedLog({ beforeEach, afterEach })

describe('entries that contradict each other', () => {
  it('a label twice, however far apart', async () => {
    log().show([...heads(0, 300), alive])
    await monitor().look()
    reopen()
    log().show([...heads(0, 300), alive, headEntry(KEY, { sequence: 7, head: new Uint8Array(32).fill(99) })])
    const place = await expectFound('label-repeated', 'Entries 7 and 301 have the same label ')
    expect(isSigned(join(place, 'checkpoint'))).toBe(true)
    // The tree itself is in order: what comes after is followed, and what was found is not forgotten.
    expect(await monitor().look()).toBe(CLEAN)
    expect(monitor().hasFound()).toBe(true)
  })

  it('a label twice among new entries', async () => {
    log().show([...heads(0, 16), ...heads(3, 4)])
    await expectFound('label-repeated', 'Entries 3 and 16 have the same label ')
  })

  const night = (date: string): readonly Uint8Array[] => [...owed(date), heldOn(date, 1)]
  const receipts = (fill: number) => noteKey({ name: ORIGIN, secretKey: new Uint8Array(32).fill(fill) })
  const daysKey = (digit: string): Uint8Array =>
    said({ kind: 'key', at, purpose: 'days', key: digit.repeat(64), beacon: null, signedBy: null })

  it.each<[FindingKind, string, readonly Uint8Array[]]>([
    [
      'key-not-signed',
      'Entry 1 names a key for receipts that the key before did not sign for.',
      [5, 6].map((fill) => keyEntry(receipts(fill), 'receipts')),
    ],
    ['key-not-signed', 'Entry 1 names another key for the days', [daysKey('a'), daysKey('b')]],
    ['days-out-of-order', 'Entry 1 tells a day key of SIM for 2026-03-10 after the one for 2026-03-10.', days('2026-03-10', '2026-03-10')],
    [
      'days-out-of-order',
      'Entry 2 tells a day key of SIM for 2026-03-09 after the one for 2026-03-11.',
      days('2026-03-10', '2026-03-11', '2026-03-09'),
    ],
    ['days-missing', 'Entry 1 tells a day key of SIM for 2026-03-20 after the one for 2026-03-02', days('2026-03-02', '2026-03-20')],
    ['liabilities-missing', 'Entry 1 tells what is owed in USD for 2026-03-02 after 2026-03-03', owed('2026-03-03', '2026-03-02')],
    [
      'liabilities-missing',
      'Entry 2 tells what was held on 2026-03-01 after 2026-03-01',
      [...night('2026-03-01'), heldOn('2026-03-01', 1)],
    ],
    ['liabilities-missing', 'Entry 1 tells of 2 sums for 2026-03-01, and the log has 1.', [...owed('2026-03-01'), heldOn('2026-03-01', 2)]],
    ['liabilities-missing', 'Entry 0 tells of 1 sums for 2026-03-01, and the log has 0.', [heldOn('2026-03-01', 1)]],
    [
      'liabilities-missing',
      'Entry 2 tells a sum of 2026-03-01 behind what was held on 2026-03-01',
      [...night('2026-03-01'), ...owed('2026-03-01').map(ofOther)],
    ],
    [
      'liabilities-missing',
      'Before entry 3 nothing tells what was held on 2026-03-02',
      [...night('2026-03-01'), ...owed('2026-03-02'), heldOn('2026-03-03', 0)],
    ],
    [
      'liabilities-missing',
      'Before entry 3 nothing tells what was held on 2026-03-02',
      [...night('2026-03-01'), ...owed('2026-03-02', '2026-03-03')],
    ],
    ['liabilities-missing', 'Entry 1 tells what is owed in USD for 2026-03-01 after 2026-03-01', owed('2026-03-01', '2026-03-01')],
    ...(['-5', '0', '0.00'] as const).map((total): [FindingKind, string, readonly Uint8Array[]] => [
      'night-contradicts',
      `Entry 0 tells a sum of 2026-03-01 in USD of ${total} in 4 parts`,
      owed('2026-03-01').map((entry) => changed(entry, { total })),
    ]),
    [
      'night-contradicts',
      'Entry 0 tells a sum of 2026-03-01 in USD of 10.00 in 0 parts',
      owed('2026-03-01').map((entry) => changed(entry, { leaves: 0 })),
    ],
    [
      'night-contradicts',
      'Entry 1 tells a sum of 2026-03-01 in EUR of another moment than the one before it',
      [...owed('2026-03-01'), ...owed('2026-03-01').map((entry) => changed(ofOther(entry), { at: at + 1 }))],
    ],
    [
      'night-contradicts',
      'Entry 1 tells what was held on 2026-03-01 at another moment than its sums',
      [...owed('2026-03-01'), changed(heldOn('2026-03-01', 1), { at: at + 1 })],
    ],
    [
      'night-contradicts',
      'Entry 0 tells what was held on 2026-03-01 with one place twice.',
      [changed(heldOn('2026-03-01', 0), { places: [BANK, BANK] })],
    ],
    [
      'night-contradicts',
      'Entry 1 tells what was owed at the end of 2027-01-15, and says it at 2027-01-15T08:00:00.000Z, before that end.',
      [changed(start('c'), { settings: { MARKET: SIMULATED_MARKET, SIM_CLOCK: REAL_CLOCK } }), ...owed('2027-01-15')],
    ],
    [
      'night-contradicts',
      'Entry 1 tells what was held at the end of 2099-01-01, and says it at 2027-01-15T08:00:00.000Z, before that end.',
      [changed(start('c'), { settings: { MARKET: SIMULATED_MARKET, SIM_CLOCK: REAL_CLOCK } }), heldOn('2099-01-01', 0)],
    ],
    [
      'engine-not-named',
      `Entry 2 starts the engine ${'c'.repeat(64)}, while the log names ${'d'.repeat(64)}`,
      [engine('c', at - 86_400_000), engine('d', at), start('c')],
    ],
    [
      'engine-not-named',
      `Entry 1 tells that SIM was drawn on 2026-03-10 by the engine ${'e'.repeat(64)}, which the log never named.`,
      [engine('d', at), ...days('2026-03-10')],
    ],
    ['inputs-changed', 'Entry 1 tells another input chain of US:ARDV on 2026-03-10', [chains(4, 'a'), chains(4, 'b')]],
    ['inputs-changed', 'Entry 1 tells another input chain of US:ARDV on 2026-03-10', [chains(4, 'a'), chains(3, 'a')]],
    ['tape-changed', 'Entry 1 ends the day 2026-03-10 of US:ARDV otherwise', [tape(4, 'a'), tape(4, 'b')]],
    ['tape-changed', 'Entry 1 ends the day 2026-03-10 of US:ARDV with another input chain', [chains(4, 'a'), tape(4, 'b')]],
    ['tape-changed', 'Entry 1 ends the day 2026-03-10 of US:ARDV with another input chain', [chains(5, 'a'), tape(4, 'a')]],
    ['inputs-changed', 'Entry 1 tells another input chain of US:ARDV on 2026-03-10', [tape(4, 'a'), chains(5, 'b')]],
    ['inputs-changed', 'Entry 1 tells another input chain of US:ARDV on 2026-03-10', [tape(4, 'a'), chains(4, 'b')]],
    [
      'misplaced-successor',
      'Entry 1 says that the log continues another one',
      [alive, said({ kind: 'successor', at, origin: 'a', checkpoint: 'b', reason: 'c' })],
    ],
  ])('%s: %s', async (kind, sentence, entries) => {
    log().show(entries)
    await expectFound(kind, sentence)
  })

  it('a night is over by the clock of its market: of one that runs faster nothing can be told', async () => {
    log().show([changed(start('c'), { settings: { MARKET: SIMULATED_MARKET, SIM_CLOCK: 'scaled:60' } }), ...night('2099-01-01')])
    expect(await monitor().look()).toBe(CLEAN)
  })

  it('nights without what was held, before the first with it, are told: a house of before may have said no such thing', async () => {
    log().show([...owed('2026-03-01', '2026-03-02'), ...night('2026-03-03')])
    expect(await monitor().look()).toBe(CLEAN)
    expect(lines().join('\n')).toContain('Before entry 1 nothing tells what was held on 2026-03-01')
  })

  it('an input chain that grows to its tape, and one of another day, are in order', async () => {
    const other = (entry: Uint8Array) => Buffer.from(Buffer.from(entry).toString().replace('2026-03-10', '2026-03-11'))
    log().show([chains(3, 'a'), chains(4, 'b'), tape(4, 'b'), other(chains(2, 'c')), other(tape(2, 'c'))])
    expect(await monitor().look()).toBe(CLEAN)
  })

  it('a head that came before the end of its day may be said behind it', async () => {
    log().show([tape(4, 'b'), chains(3, 'a'), chains(4, 'b')])
    expect(await monitor().look()).toBe(CLEAN)
  })

  it('an engine with a moment that the log had passed is told, and accuses nobody: a clock may have been set back', async () => {
    log().show([alive, engine('d', at - 8 * 86_400_000)])
    expect(await monitor().look()).toBe(CLEAN)
    expect(lines().join('\n')).toContain('Entry 1 (engine) says a moment that lies before what the log had said')
  })

  it('an asset that nobody is owed for a day, and days of a server that was down, are told and accuse nobody', async () => {
    const other = owed('2026-03-02').map(ofOther)
    log().show([
      ...owed('2026-02-28'),
      ...night('2026-03-01'),
      ...[...other, heldOn('2026-03-02', 1)],
      ...night('2026-03-03'),
      ...night('2026-03-07'),
      heldOn('2026-03-08', 0),
    ])
    expect(await monitor().look()).toBe(CLEAN)
    expect(lines().join('\n')).toContain('tells what is owed in USD for 2026-03-07 after 2026-03-03: nothing was owed in it between')
  })

  it('days of two markets, and debts in two assets, are rows of their own', async () => {
    log().show([
      ...days('2026-03-10'),
      ...days('2026-03-09', '2026-03-10').map(ofOther),
      ...owed('2026-03-10'),
      ...owed('2026-03-01').map(ofOther),
    ])
    expect(await monitor().look()).toBe(CLEAN)
  })
})
