import { expect, it } from 'vitest'
import { viewQuery } from './view-query.ts'

it.each([
  ['#/cases', ''],
  ['#/cases?kind=kyc&open=0199', 'kind=kyc'],
  ['#/cases?sort=amount&kind=withdrawal', 'kind=withdrawal&sort=amount'],
  ['#/ledger?account=H:FEE', 'account=H%3AFEE'],
])('%s is the view "%s"', (hash, query) => expect(viewQuery(hash)).toBe(query))
