import { expect, test } from 'vitest'
import { killWriters } from './cycles.ts'

/** A sample of `npm run log-kills`: no kill between any two writes leaves the public log with two trees. */
const PATIENCE_MS = 240_000
const KILLS = 20

test(
  'every checkpoint that was given out is in every later tree, whenever the writer was killed',
  async () => {
    const lines: string[] = []
    const { checkpoints, entries, faults } = await killWriters({ cycles: KILLS, random: Math.random, say: (line) => lines.push(line) })
    expect(faults).toEqual([])
    expect(checkpoints).toBeGreaterThan(KILLS / 4)
    expect(entries).toBeGreaterThan(checkpoints)
    expect(lines).toEqual([expect.stringMatching(/^20 of 20 kills/u)])
  },
  PATIENCE_MS,
)
