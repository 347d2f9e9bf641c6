import { expect, test } from 'vitest'
import { crash } from './cycles.ts'

/**
 * A sample of `npm run crash`: the server is killed, stopped and robbed of its PostgreSQL while customers trade. Every
 * answer that was given holds afterwards, every request without one has exactly one effect, and the ledger verifies.
 */
const PATIENCE_MS = 300_000

test(
  'nothing that was answered is lost or doubled by a crash',
  async () => {
    const lines: string[] = []
    const blows = ['kill', 'terminate', 'kill-postgres'] as const
    const { sent, faults } = await crash({ blows, customers: 12, seed: 20_261_121, say: (line) => lines.push(line) })
    expect(faults).toEqual([])
    expect(lines).toHaveLength(blows.length)
    expect(sent).toBeGreaterThan(blows.length)
  },
  PATIENCE_MS,
)
