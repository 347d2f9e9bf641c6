import { englishText } from '@rueda/ui/provider/ui-text.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../server/api-error.ts'
import { failureText } from './why-failed.ts'

test('what the server said is said, a time-out is one, and the network is blamed only where nothing came back', () => {
  expect(failureText(new ApiError({ kind: 'refusal', code: 3009, message: 'Not enough money.' }), englishText)).toBe('Not enough money.')
  expect(failureText(new ApiError({ kind: 'timeout' }), englishText)).toBe(englishText.timedOut)
  const notKnown = new ApiError({ kind: 'timeout', message: 'We could not confirm whether this was done.' })
  expect(failureText(notKnown, englishText)).toBe('We could not confirm whether this was done.')
  expect(failureText(new ApiError({ kind: 'network' }), englishText)).toBe(englishText.networkError)
})
