import { articleDesk as desk } from '@rueda/contract/admin/articles.ts'
import { approvals } from '@rueda/contract/admin/approvals.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { articles } from '@rueda/contract/articles.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SHARE } from '../../testing/fake-venue.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { keepMade } from './store.ts'

/** Articles of staff: written over days and by several people, published by two of them, taken back by one. */
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['product', 'risk'])
})
afterEach(() => harness.stop())

const why = { reason: 'maintenance' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const texts = {
  es: { title: 'Nuevo horario', body: 'Desde el lunes atendemos hasta las 20.\nMás en https://example.org/horario.' },
  en: { title: 'New hours', body: 'From Monday on we answer until 20:00.' },
}
const finished = { ...why, tag: 'house' as const, instruments: [SHARE.id], texts }
const begun = { ...finished, instruments: [], texts: { es: { title: 'Nuevo horario', body: '' } } }
const read = async (language = 'es') => (await harness.call(articles.list, {}, null, { language })).data?.list ?? []

async function publish(): Promise<string> {
  const { id: draftId, version } = await ana.ask(desk.saveDraft, finished)
  await ana.ask(desk.publish, { ...finished, draftId, version })
  await bea.ask(desk.publish, { ...finished, draftId, version })
  return (await read())[0]?.id ?? ''
}

it('a draft is kept as far as it is written, and nobody’s words are overwritten unread', async () => {
  const { id, version } = await ana.ask(desk.saveDraft, begun)
  expect(await bea.ask(desk.saveDraft, { ...finished, draftId: id, version })).toEqual({ id, version: 2 })
  expect(await ana.call(desk.saveDraft, { ...begun, draftId: id, version })).toMatchObject(refused('broadcast.draft_changed'))
  expect(await ana.ask(desk.drafts, {})).toMatchObject([{ id, version: 2, tag: 'house', instruments: [SHARE.id], texts, waiting: null }])
  expect(await read()).toEqual([])
  await bea.ask(desk.dropDraft, { ...why, draftId: id })
  expect(await ana.ask(desk.drafts, {})).toEqual([])
  expect(await ana.call(desk.publish, { ...finished, draftId: id, version: 2 })).toMatchObject(refused('object.not_found'))
})

it('two publish it, and only what both have read; everybody reads it in their language or in English', async () => {
  const { id: draftId } = await ana.ask(desk.saveDraft, finished)
  const asked = { ...finished, draftId, version: 1 }
  expect(await ana.ask(desk.publish, asked)).toEqual({ state: 'waiting' })
  expect(await read()).toEqual([])
  expect(await ana.call(desk.publish, asked)).toMatchObject(refused('approval.same_person'))
  const [draft] = await bea.ask(desk.drafts, {})
  expect(draft?.waiting).toMatchObject({ payload: asked, canApprove: 1 })
  expect(await bea.call(desk.publish, { ...asked, tag: 'market' })).toMatchObject(refused('approval.changed'))
  await bea.ask(approvals.refuse, { ...why, id: draft?.waiting?.id ?? '' })
  await bea.ask(desk.publish, asked)
  expect(await ana.ask(desk.publish, asked)).toEqual({ state: 'done' })
  expect(await ana.ask(desk.drafts, {})).toEqual([])

  const [item] = await read()
  expect(item).toMatchObject({
    title: 'Nuevo horario',
    summary: 'Desde el lunes atendemos hasta las 20.',
    tag: 'house',
    simulated: 0,
    lang: 'es',
  })
  expect(await read('de')).toMatchObject([{ title: 'New hours', lang: 'en' }])
  const article = await harness.ask(articles.one, { id: item?.id ?? '' })
  expect(article.content).toBe(
    '<p>Desde el lunes atendemos hasta las 20.</p>' +
      '<p>Más en <a href="https://example.org/horario" rel="noopener noreferrer nofollow">https://example.org/horario</a>.</p>',
  )
  expect(article.instruments).toMatchObject([{ stock_code: SHARE.code }])
  expect(await harness.ask(articles.list, { stockCode: SHARE.code, market: 'US' })).toMatchObject({ total: 1 })
  expect(await harness.ask(articles.list, { keyword: 'HORARIO' })).toMatchObject({ total: 1 })
  expect(await harness.ask(articles.list, { keyword: 'answer', lang: 'ja' })).toMatchObject({ total: 1 })
})

// `docs/rules/bad-input.md` D05, D07, D19.
it('what is typed as markup is text for whoever reads it', async () => {
  const typed = '<img src=x onerror=alert(1)><form id="location">[a](javascript:alert(1))'
  const words = { title: typed, body: typed }
  const asked = { ...finished, texts: { es: words, en: words } }
  const { id: draftId, version } = await ana.ask(desk.saveDraft, asked)
  for (const person of [ana, bea]) await person.ask(desk.publish, { ...asked, draftId, version })
  const { title, content } = await harness.ask(articles.one, { id: (await read())[0]?.id ?? '' })
  expect(title).toBe(typed)
  expect(content).toBe('<p>&lt;img src=x onerror=alert(1)&gt;&lt;form id=&quot;location&quot;&gt;[a](javascript:alert(1))</p>')
})

it('no article advertises prices or mentions what is not listed', async () => {
  const pushing = { ...texts, es: { title: 'TEST', body: 'Subió +12 %' } }
  const { id: draftId, version } = await ana.ask(desk.saveDraft, { ...finished, texts: pushing })
  expect(await ana.call(desk.publish, { ...finished, texts: pushing, draftId, version })).toMatchObject(refused('broadcast.prices'))
  expect(await ana.call(desk.saveDraft, { ...finished, instruments: ['US:NOPE'] })).toMatchObject(refused('instrument.unknown'))
})

it('one takes it back, with a reason: nobody can read it any more, and that it was there stays', async () => {
  const id = await publish()
  await harness.pass(MINUTE_MS)
  await bea.ask(desk.withdraw, { ...why, note: 'wrong hours', articleId: id })
  expect(await read()).toEqual([])
  expect(await harness.call(articles.one, { id })).toMatchObject(refused('object.not_found'))
  expect(await bea.call(desk.withdraw, { ...why, articleId: id })).toMatchObject(refused('object.not_found'))
  const { list } = await ana.ask(desk.list, {})
  expect(list).toMatchObject([{ id, kind: 'editorial', texts, withdrawn: { reason: 'maintenance', note: 'wrong hours' } }])
  const auditor = await hire(harness, ['auditor'])
  const acts = async (power: 'articles.write' | 'articles.publish' | 'articles.withdraw') =>
    (await auditor.ask(audit.list, { power })).list.length
  expect([await acts('articles.write'), await acts('articles.publish'), await acts('articles.withdraw')]).toEqual([1, 2, 1])
})

it('what the house made is read beside it in every language, and nobody takes it back', async () => {
  await publish()
  await keepMade(harness.app, [
    { kind: 'market.halted', subject: 'stop', date: '2026-11-18', at: 1, facts: { market: 'AR', at: '1' }, items: [], instruments: [] },
  ])
  const { list, total } = await ana.ask(desk.list, {})
  expect(total).toBe(2)
  expect(list[1]).toMatchObject({ kind: 'market.halted', by: null, askedBy: null, withdrawn: null })
  expect(list[1]?.texts).toMatchObject({ es: { title: 'Argentina: negociación suspendida' }, en: { title: 'Argentina: trading halted' } })
  expect(Object.keys(list[1]?.texts ?? {})).toHaveLength(8)
  expect(await ana.ask(desk.list, { tag: 'trading' })).toMatchObject({ total: 1 })
  expect(await bea.call(desk.withdraw, { ...why, articleId: list[1]?.id ?? '' })).toMatchObject(refused('object.not_found'))
})
