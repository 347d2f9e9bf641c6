import { describe, expect, it } from 'vitest'
import {
  MAX_INSTRUMENTS,
  MAX_LISTS,
  type NamedList,
  USUAL_LIST,
  checkDelete,
  checkNewList,
  checkRename,
  checkRoom,
  isListName,
  tidyName,
} from './lists.ts'

/** Goal: the table of what may be done to the lists of one account (`docs/rules/watchlist.md` P.1). */
const usual: NamedList = { id: USUAL_LIST, name: null, count: 0 }
const list = (id: string, name: string, count = 0): NamedList => ({ id, name, count })
const said = (checked: ReturnType<typeof checkNewList>) => (checked.ok ? 'done' : checked.refusal)

describe('a name', () => {
  it.each([
    ['Energy', 'Energy'],
    ['  Long   term ', 'Long term'],
    ['Ley\u0301', 'Le\u00fd'],
  ])('%j is kept as %j', (typed, kept) => expect(tidyName(typed)).toBe(kept))

  it.each([
    ['', false],
    ['x', true],
    ['x'.repeat(30), true],
    ['x'.repeat(31), false],
    ['🙂'.repeat(30), true],
    ['🙂'.repeat(31), false],
  ])('%s fits: %s', (name, fits) => expect(isListName(name)).toBe(fits))
})

describe('a new list', () => {
  const lists = [usual, list('a', 'Energy'), list('b', 'Ñandú')]
  it.each([
    ['Banks', 'done'],
    ['Energy', 'watchlist.name_taken'],
    ['ENERGY', 'watchlist.name_taken'],
    ['ñandú', 'watchlist.name_taken'],
    ['Energy 2', 'done'],
  ])('%s: %s', (name, expected) => expect(said(checkNewList(lists, name))).toBe(expected))

  it('is the tenth at most, the usual one counted', () => {
    const others = Array.from({ length: MAX_LISTS - 2 }, (_, at) => list(String(at), `List ${at}`))
    expect(said(checkNewList([usual, ...others], 'Tenth'))).toBe('done')
    expect(checkNewList([usual, ...others, list('z', 'Tenth')], 'Eleventh')).toEqual({
      ok: false,
      refusal: 'watchlist.too_many',
      facts: { num: 10 },
    })
  })
})

describe('another name', () => {
  const lists = [usual, list('a', 'Energy'), list('b', 'Banks')]
  it.each([
    ['a', 'Oil', 'done'],
    ['a', 'ENERGY', 'done'],
    ['a', 'banks', 'watchlist.name_taken'],
    [USUAL_LIST, 'Daily', 'done'],
    [USUAL_LIST, 'Banks', 'watchlist.name_taken'],
    ['c', 'Oil', 'object.not_found'],
  ])('for %s, %s: %s', (id, name, expected) => expect(said(checkRename(lists, id, name))).toBe(expected))
})

describe('deleting', () => {
  const lists = [usual, list('empty', 'Empty'), list('full', 'Full', 3)]
  it.each([
    ['empty', false, 'done'],
    ['full', false, 'watchlist.not_empty'],
    ['full', true, 'done'],
    ['gone', false, 'done'],
    [USUAL_LIST, true, 'watchlist.usual_stays'],
  ])('%s, meant with its instruments %s: %s', (id, meant, expected) => expect(said(checkDelete(lists, id, meant))).toBe(expected))

  it('says how many instruments would go', () => expect(checkDelete(lists, 'full', false)).toMatchObject({ facts: { num: 3 } }))
})

describe('room', () => {
  it.each([
    [0, 200, 'done'],
    [199, 1, 'done'],
    [MAX_INSTRUMENTS, 0, 'done'],
    [MAX_INSTRUMENTS, 1, 'watchlist.full'],
    [150, 51, 'watchlist.full'],
  ])('with %i there, %i more: %s', (there, more, expected) => expect(said(checkRoom([list('a', 'A', there)], 'a', more))).toBe(expected))

  it('is nowhere on a list that is not there', () => expect(said(checkRoom([usual], 'a', 1))).toBe('object.not_found'))
})
