import { views } from '@rueda/contract/admin/views.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'

let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
beforeAll(async () => {
  harness = await startHarness()
  ana = await hire(harness, ['cashier'])
  bea = await hire(harness, ['cashier'])
})
afterAll(() => harness.stop())

const large = { screen: 'cases', name: 'Retiros grandes', query: 'kind=withdrawal&least=10000&sort=amount' }

it('a view is found again by who saved it, after the next sign-in too, and by nobody else', async () => {
  const saved = await ana.ask(views.save, large)
  expect(saved).toEqual({ ...large, id: expect.any(String) })
  await ana.signIn()
  expect(await ana.ask(views.list, {})).toEqual([saved])
  expect(await bea.ask(views.list, {})).toEqual([])
})

it('a view is renamed and removed by its owner alone', async () => {
  const { id } = await ana.ask(views.save, { ...large, name: 'Otra' })
  for (const meddling of [bea.call(views.rename, { id, name: 'Mía' }), bea.call(views.remove, { id })])
    expect(await meddling).toMatchObject({ code: codeOf('object.not_found') })
  expect(await ana.ask(views.rename, { id, name: 'De hoy' })).toMatchObject({ id, name: 'De hoy', query: large.query })
  await ana.ask(views.remove, { id })
  expect((await ana.ask(views.list, {})).map(({ name }) => name)).toEqual(['Retiros grandes'])
  expect(await ana.call(views.remove, { id })).toMatchObject({ code: codeOf('object.not_found') })
})

it.each([
  ['a query with a script', { query: '<script>' }],
  ['an address elsewhere', { query: 'https://example.org/' }],
  ['a screen that is none', { screen: '../staff' }],
  ['a name that is too long', { name: 'a'.repeat(41) }],
])('%s is refused', async (_, odd) =>
  expect(await bea.call(views.save, { ...large, ...odd })).toMatchObject({ code: codeOf('parameter.invalid') }),
)

it('nobody keeps more than fifty', async () => {
  for (let count = 0; count < 50; count += 1) await bea.ask(views.save, { ...large, name: `Vista ${count}` })
  expect(await bea.call(views.save, large)).toMatchObject({ code: codeOf('view.too_many'), data: { num: 50 } })
})
