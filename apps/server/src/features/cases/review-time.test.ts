import { expect, test } from 'vitest'
import type { Random } from '../../deps.ts'
import { reviewAt } from './review-time.ts'

const drawing = (drawn: (limit: number) => number): Random => ({ bytes: (count) => new Uint8Array(count), below: drawn })
const now = Date.UTC(2026, 10, 18, 19)

test('a review comes three to five minutes after what it looks at', () => {
  expect(
    reviewAt(
      { REVIEW_SECONDS: undefined },
      drawing(() => 0),
      now,
    ) - now,
  ).toBe(180_000)
  expect(
    reviewAt(
      { REVIEW_SECONDS: undefined },
      drawing((limit) => limit - 1),
      now,
    ) - now,
  ).toBe(299_999)
})

test('a setting replaces the wait', () => {
  expect(
    reviewAt(
      { REVIEW_SECONDS: 0 },
      drawing(() => 7),
      now,
    ),
  ).toBe(now)
  expect(
    reviewAt(
      { REVIEW_SECONDS: 10 },
      drawing(() => 7),
      now,
    ),
  ).toBe(now + 10_000)
})
