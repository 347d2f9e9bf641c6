import { expect, it } from 'vitest'
import { uptimeOf } from './uptime.ts'

const DAY = { from: 0, until: 10_000 }

it.each([
  ['no gap', [], { upTenThousandths: 10_000, downMs: 0 }],
  ['one of a tenth', [{ from: 1_000, until: 2_000 }], { upTenThousandths: 9_000, downMs: 1_000 }],
  ['the shortest, which is not rounded away', [{ from: 5, until: 6 }], { upTenThousandths: 9_999, downMs: 1 }],
  [
    'two that overlap, counted once',
    [
      { from: 4_000, until: 6_000 },
      { from: 3_000, until: 5_000 },
    ],
    { upTenThousandths: 7_000, downMs: 3_000 },
  ],
  [
    'one within another',
    [
      { from: 1_000, until: 5_000 },
      { from: 2_000, until: 3_000 },
    ],
    { upTenThousandths: 6_000, downMs: 4_000 },
  ],
  [
    'what lies beyond the span',
    [
      { from: -5_000, until: 1_000 },
      { from: 9_000, until: 20_000 },
      { from: 30_000, until: 40_000 },
    ],
    { upTenThousandths: 8_000, downMs: 2_000 },
  ],
  ['the whole', [{ from: -1, until: 10_001 }], { upTenThousandths: 0, downMs: 10_000 }],
])('%s', (_, gaps, up) => {
  expect(uptimeOf(gaps, DAY)).toEqual(up)
})

it('a span without time was whole', () =>
  expect(uptimeOf([{ from: 0, until: 9 }], { from: 5, until: 5 })).toEqual({ upTenThousandths: 10_000, downMs: 0 }))
