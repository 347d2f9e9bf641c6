import { type WireArticleDraft, type WireStaffArticle, articleDesk } from '@rueda/contract/admin/articles.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { ArticleForm } from './ArticleForm.tsx'
import { Articles } from './Articles.tsx'
import { ShownArticle } from './ShownArticle.tsx'
import { WaitingArticle } from './WaitingArticle.tsx'

/** Goal: an article is kept as it is written, seen as customers will read it, published as it was read, and taken back with a reason. */
afterEach(rise)

const ID = '01a1fd22-b178-7ed2-a02c-6916a8f97824'
const AT = 1_773_241_200_000
const texts = {
  es: { title: 'Horario', body: 'Hasta las 20.\nVer https://example.org/x' },
  en: { title: 'Hours', body: 'Until 20:00. <b>x</b>' },
}
const draft: WireArticleDraft = {
  ...{ id: ID, version: 3, tag: 'house', instruments: ['US:ARDV'], texts, writtenBy: 'Ana', changedBy: 'Bea', waiting: null },
  ...{ createdTimestamp: AT, changedTimestamp: AT },
}
const article: WireStaffArticle = {
  ...{ id: ID, kind: 'editorial', tag: 'house', texts, instruments: ['US:ARDV'], venue: 'SIM', askedBy: 'Ana', by: 'Bea' },
  ...{ timestamp: AT, withdrawn: null },
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const isOff = (name: string): boolean => button(name).getAttribute('aria-disabled') === 'true'
const nothing = (): void => undefined

it('what was changed is kept, and published as the version that was kept, with its topic and its instruments', async () => {
  const { asked } = sit(<ArticleForm draft={draft} onSaved={nothing} onDone={nothing} />, [
    answer(articleDesk.saveDraft, { id: ID, version: 4 }),
    answer(articleDesk.publish, { state: 'waiting' }),
  ])
  expect(isOff('Keep as a draft')).toBe(true)
  fireEvent.change(screen.getByDisplayValue('US:ARDV'), { target: { value: 'us:ardv, idx:us500' } })
  fireEvent.click(button('Market'))
  fireEvent.click(button('Operational need'))
  fireEvent.click(button('Publish (two persons)'))
  await waitFor(() => expect(asked(articleDesk.publish)).toHaveLength(1))
  const said = { tag: 'market', instruments: ['US:ARDV', 'IDX:US500'], texts }
  expect(asked(articleDesk.saveDraft)).toMatchObject([{ ...said, draftId: ID, version: 3 }])
  expect(asked(articleDesk.publish)).toMatchObject([{ ...said, draftId: ID, version: 4 }])
})

it('is seen in both themes as customers read it: paragraphs, a link, markup as text, English where a language is missing', () => {
  sit(<ArticleForm draft={draft} onSaved={nothing} onDone={nothing} />)
  const preview = screen.getByRole('region', { name: 'As customers read it' })
  expect(preview.querySelectorAll('.phone-dark, .phone-light')).toHaveLength(2)
  expect(screen.getAllByText('https://example.org/x')).toHaveLength(2)
  expect(screen.getByText(/Read in English for: Deutsch/)).toBeDefined()
  fireEvent.click([...preview.querySelectorAll('button')].find(({ textContent }) => textContent === 'Deutsch') ?? preview)
  expect(screen.getByText('Not written in this language: customers read it in English.')).toBeDefined()
  expect(screen.getAllByText('Until 20:00. <b>x</b>')).toHaveLength(2)
  expect(preview.querySelector('b')).toBeNull()
})

it('the second person publishes exactly what was asked for', async () => {
  const payload = { ...{ tag: 'house', instruments: [], texts, draftId: ID, version: 3 }, reason: 'maintenance' }
  const waiting: WireArticleDraft['waiting'] = {
    ...{ id: ID, power: 'articles.publish', path: articleDesk.publish.path, payload, accountId: null, makerName: 'Ana' },
    ...{ madeTimestamp: AT, expireTimestamp: AT, aloneTimestamp: null, canApprove: 1 },
  }
  const { asked } = sit(<WaitingArticle draft={{ ...draft, waiting }} onDone={nothing} />, [answer(articleDesk.publish, { state: 'done' })])
  fireEvent.click(button('Publish as the second person'))
  await waitFor(() => expect(asked(articleDesk.publish)).toEqual([payload]))
})

it('what staff wrote is taken back with a reason', async () => {
  const { asked } = sit(<ShownArticle article={article} mayWithdraw />, [answer(articleDesk.withdraw, true)])
  expect(isOff('Take it back')).toBe(true)
  fireEvent.click(button('Correction of a mistake'))
  fireEvent.click(button('Take it back'))
  await waitFor(() => expect(asked(articleDesk.withdraw)).toEqual([{ articleId: ID, reason: 'correction' }]))
})

it('what the house made, and what was taken back, is only read', () => {
  sit(<ShownArticle article={{ ...article, kind: 'market.closed', by: null, askedBy: null }} mayWithdraw />)
  expect(screen.getByText(/Made by the house/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull()
  rise()
  const withdrawn = { by: 'Bea', reason: 'correction', note: 'wrong hours', timestamp: AT } as const
  sit(<ShownArticle article={{ ...article, withdrawn }} mayWithdraw />)
  expect(screen.getByText('wrong hours')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull()
})

it('both kinds stand in one list, and whoever only looks has no way to write', async () => {
  const made: WireStaffArticle = { ...article, id: ID.replace('01', '02'), kind: 'market.closed', by: null, askedBy: null, tag: 'market' }
  sit(
    <Articles />,
    [answer(articleDesk.list, { list: [article, made], total: 2, pageNum: 1, pageSize: 25, pages: 1 }), answer(articleDesk.drafts, [])],
    ['support'],
  )
  expect(await screen.findByText('Ana + Bea')).toBeDefined()
  expect(screen.getByText('Rueda, by itself')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Write an article' })).toBeNull()
})
