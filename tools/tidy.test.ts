import { expect, test } from 'vitest'
import { root } from './root.ts'
import { tidyChecks } from './tidy/checks.ts'

test.each(tidyChecks)('$name', ({ find }) => {
  expect(find(root)).toEqual([])
})
