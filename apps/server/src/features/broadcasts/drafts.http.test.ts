import { broadcasts as desk } from '@rueda/contract/admin/broadcasts.ts'
import { approvals } from '@rueda/contract/admin/approvals.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'

/** A message to many is written over days and by several people; two of them send what both have read. */
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
const begun = { ...why, segment: 'country' as const, texts: { es: { title: 'Feriado', body: '' } } }
const finished = {
  ...{ ...why, segment: 'country' as const, value: 'AR' },
  texts: { es: { title: 'Feriado', body: 'El lunes no se opera.\nEl martes sí.' }, en: { title: 'Holiday', body: 'Closed on Monday.' } },
}

it('a draft is kept as far as it is written, and another person goes on with it', async () => {
  const { id, version } = await ana.ask(desk.saveDraft, begun)
  expect(await bea.ask(desk.drafts, {})).toMatchObject([{ id, version: 1, value: null, texts: begun.texts, waiting: null }])
  expect(await bea.ask(desk.saveDraft, { ...finished, draftId: id, version })).toEqual({ id, version: 2 })
  const [draft] = await ana.ask(desk.drafts, {})
  expect(draft).toMatchObject({ version: 2, value: 'AR', texts: finished.texts })
  expect(draft?.changedBy).not.toBe(draft?.writtenBy)
  const auditor = await hire(harness, ['auditor'])
  const { list } = await auditor.ask(audit.list, { power: 'broadcasts.write' })
  expect(list.map(({ subject }) => subject)).toEqual([`broadcast:draft:${id}`, `broadcast:draft:${id}`])
})

it('nobody’s words are overwritten by whoever has not read them', async () => {
  const { id, version } = await ana.ask(desk.saveDraft, begun)
  await bea.ask(desk.saveDraft, { ...finished, draftId: id, version })
  expect(await ana.call(desk.saveDraft, { ...begun, draftId: id, version })).toMatchObject(refused('broadcast.draft_changed'))
  expect((await ana.ask(desk.drafts, {}))[0]?.texts).toEqual(finished.texts)
})

it('two send it, and only what both have read', async () => {
  const { id } = await ana.ask(desk.saveDraft, finished)
  const asked = { ...finished, draftId: id, version: 1 }
  expect(await ana.ask(desk.publish, asked)).toEqual({ state: 'waiting' })
  const [draft] = await bea.ask(desk.drafts, {})
  expect(draft?.waiting).toMatchObject({ payload: asked, canApprove: 1 })
  await ana.ask(desk.saveDraft, { ...asked, texts: { ...finished.texts, en: { title: 'Holiday', body: 'Closed on Tuesday.' } } })
  expect(await bea.call(desk.publish, asked)).toMatchObject(refused('broadcast.draft_changed'))
  const again = { ...asked, version: 2 }
  expect(await bea.call(desk.publish, again)).toMatchObject(refused('approval.changed'))
  await bea.ask(approvals.refuse, { ...why, id: draft?.waiting?.id ?? '' })
  await bea.ask(desk.publish, again)
  expect(await ana.ask(desk.publish, again)).toEqual({ state: 'done' })
  expect(await ana.ask(desk.drafts, {})).toEqual([])
  expect(await ana.call(desk.publish, again)).toMatchObject(refused('object.not_found'))
  expect((await ana.ask(desk.list, {})).list).toMatchObject([{ segment: 'country', value: 'AR' }])
})

it('a draft that is thrown away is gone, and only those who send may write', async () => {
  const { id, version } = await ana.ask(desk.saveDraft, begun)
  await bea.ask(desk.dropDraft, { ...why, draftId: id })
  expect(await ana.ask(desk.drafts, {})).toEqual([])
  expect(await ana.call(desk.saveDraft, { ...begun, draftId: id, version })).toMatchObject(refused('object.not_found'))
  expect(await ana.call(desk.dropDraft, { ...why, draftId: id })).toMatchObject(refused('object.not_found'))
  const support = await hire(harness, ['support'])
  expect(await support.call(desk.saveDraft, begun)).toMatchObject(refused('staff.role_missing'))
})
