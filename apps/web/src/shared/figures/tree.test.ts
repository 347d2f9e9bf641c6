import type { DerivationLine } from '@rueda/contract/derivation.ts'
import { expect, it } from 'vitest'
import { type FigureNode, treeOf } from './tree.ts'

const line = (depth: number, value: string): DerivationLine => ({
  ...{ depth, value, sign: 'plus', name: 'value', unit: 'money', currency: 'USD', about: null },
})
const valuesOf = ({ line: { value }, parts }: FigureNode): unknown => (parts.length === 0 ? value : [value, ...parts.map(valuesOf)])

it('puts every line under the one it is a part of', () => {
  const tree = treeOf([
    line(0, 'whole'),
    line(1, 'a'),
    line(2, 'a1'),
    line(3, 'a11'),
    line(2, 'a2'),
    line(1, 'b'),
    line(1, 'c'),
    line(2, 'c1'),
  ])
  expect(tree === null ? null : valuesOf(tree)).toEqual(['whole', ['a', ['a1', 'a11'], 'a2'], 'b', ['c', 'c1']])
})

it('has nothing to show of nothing', () => expect(treeOf([])).toBeNull())
