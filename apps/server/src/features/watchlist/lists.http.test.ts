import { security } from '@rueda/contract/security.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { MAX_LISTS, USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SES } from '@rueda/rules/testing/margin.ts'
import { INDEX, SHARE } from '../../testing/fake-venue.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/** Goal: several lists, each with a name and an order of its own, that nobody but their owner sees (`docs/rules/watchlist.md` P.1, P.2). */
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const share = { stockCode: SHARE.code, market: 'US' } as const
const index = { stockCode: INDEX.code, market: 'IDX' } as const
const future = { stockCode: SES.code, market: 'FUT' } as const
const all = [share, index, future]
const NOBODYS = '0199aaaa-0000-7000-8000-00000000beef'

const listsOf = async ({ token }: Customer) => (await harness.ask(watchlist.lists, {}, token)).lists
const codesOn = async ({ token }: Customer, listId: string) =>
  (await harness.ask(watchlist.instruments, { listId }, token)).map(({ stock_code }) => stock_code)
const newList = async ({ token }: Customer, name: string, instruments: (typeof all)[number][] = []) =>
  (await harness.ask(watchlist.create, { name, instruments }, token)).id

describe('lists', () => {
  it('everybody has the usual one from the start, without a name', async () => {
    const ana = await harness.newCustomer()
    expect(await harness.ask(watchlist.lists, {}, ana.token)).toEqual({
      lists: [{ id: USUAL_LIST, name: null, usual: 1, count: 0, holds: null }],
      most: 10,
      mostInstruments: 200,
    })
    expect(await codesOn(ana, USUAL_LIST)).toEqual([])
  })

  it('the star is about the usual one, and the others follow it as they were made', async () => {
    const ana = await harness.newCustomer()
    const energy = await newList(ana, ' Energía  verde ', [index, share])
    const banks = await newList(ana, 'Bancos')
    await harness.ask(watchlist.add, { secuCode: SHARE.code }, ana.token)
    expect(await listsOf(ana)).toMatchObject([
      { id: USUAL_LIST, usual: 1, count: 1 },
      { id: energy, name: 'Energía verde', usual: 0, count: 2 },
      { id: banks, name: 'Bancos', usual: 0, count: 0 },
    ])
    expect(await codesOn(ana, energy)).toEqual([INDEX.code, SHARE.code])
    expect(await harness.ask(watchlist.list, {}, ana.token)).toMatchObject([{ stock_code: SHARE.code, selfSelectStatus: 1 }])
    // What stands on another list alone has no star.
    const [first] = await harness.ask(watchlist.instruments, { listId: energy }, ana.token)
    expect(first).toMatchObject({ stock_code: INDEX.code, selfSelectStatus: 0 })
    const { lists } = await harness.ask(watchlist.lists, index, ana.token)
    expect(lists.map(({ holds }) => holds)).toEqual([0, 1, 0])
  })

  it('are renamed, the usual one too, and go back to nobody else’s name', async () => {
    const ana = await harness.newCustomer()
    const energy = await newList(ana, 'Energía')
    expect(await harness.call(watchlist.rename, { listId: USUAL_LIST, name: 'ENERGÍA' }, ana.token)).toMatchObject({ code: 5071 })
    await harness.ask(watchlist.rename, { listId: USUAL_LIST, name: 'Todos los días' }, ana.token)
    await harness.ask(watchlist.rename, { listId: energy, name: 'ENERGÍA' }, ana.token)
    expect((await listsOf(ana)).map(({ name }) => name)).toEqual(['Todos los días', 'ENERGÍA'])
    const [juan, named] = [await harness.newCustomer(), { name: 'Energía' }]
    expect(await harness.call(watchlist.create, named, juan.token)).toMatchObject({ code: 200 })
  })

  it('names of more than thirty signs, of none and with hidden marks are refused', async () => {
    const { token } = await harness.newCustomer()
    for (const name of ['x'.repeat(31), '   ', 'a\u202eb', 'a\nb'])
      expect(await harness.call(watchlist.create, { name }, token), name).toMatchObject({ code: 1000, data: { field: 'name' } })
    expect(await harness.call(watchlist.create, { name: '🙂'.repeat(30) }, token)).toMatchObject({ code: 200 })
  })

  it('with instruments are deleted only where that is meant, the usual one never, a gone one again', async () => {
    const ana = await harness.newCustomer()
    const energy = await newList(ana, 'Energía', [share, index])
    await harness.ask(watchlist.add, { secuCode: SHARE.code }, ana.token)
    expect(await harness.call(watchlist.removeList, { listId: energy }, ana.token)).toMatchObject({ code: 5073, data: { num: 2 } })
    expect(await codesOn(ana, energy)).toHaveLength(2)
    expect(await harness.call(watchlist.removeList, { listId: USUAL_LIST, withInstruments: 1 }, ana.token)).toMatchObject({ code: 5072 })
    for (let time = 0; time < 2; time += 1)
      expect(await harness.ask(watchlist.removeList, { listId: energy, withInstruments: 1 }, ana.token)).toBe(true)
    expect(await listsOf(ana)).toMatchObject([{ id: USUAL_LIST, count: 1 }])
  })

  it('are made with all of the instruments or not at all', async () => {
    const ana = await harness.newCustomer()
    const instruments = [share, { stockCode: 'NOBODY', market: 'US' } as const]
    expect(await harness.call(watchlist.create, { name: 'Energía', instruments }, ana.token)).toMatchObject({
      code: 3000,
      data: { code: 'NOBODY' },
    })
    expect(await listsOf(ana)).toHaveLength(1)
    expect(await codesOn(ana, await newList(ana, 'Energía', [share, share]))).toEqual([SHARE.code])
  })
})

describe('whoever asks twice, or on two devices at the same time', () => {
  it('makes one of two lists of one name', async () => {
    const ana = await harness.newCustomer()
    const asked = await Promise.all(['Energía', 'ENERGÍA'].map((name) => harness.call(watchlist.create, { name }, ana.token)))
    expect(asked.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 5071])
    expect(await listsOf(ana)).toHaveLength(2)
  })

  it('makes one list of a creation that was sent twice, with the same answer', async () => {
    const ana = await harness.newCustomer()
    const create = () => harness.call(watchlist.create, { name: 'Energía' }, ana.token, { 'idempotency-key': 'energy' })
    const asked = (await Promise.all([create(), create()])).map(({ code, data }) => ({ code, data }))
    expect(asked[0]).toMatchObject({ code: 200 })
    expect(asked[0]).toEqual(asked[1])
    expect(await listsOf(ana)).toHaveLength(2)
  })

  it('never makes more than ten', async () => {
    const ana = await harness.newCustomer()
    const names = Array.from({ length: MAX_LISTS + 2 }, (_, at) => `Lista ${at}`)
    const asked = await Promise.all(names.map((name) => harness.call(watchlist.create, { name }, ana.token)))
    expect(asked.filter(({ code }) => code === 200)).toHaveLength(MAX_LISTS - 1)
    expect(asked.filter(({ code }) => code === 5070)).toHaveLength(3)
    expect(await listsOf(ana)).toHaveLength(MAX_LISTS)
  })

  it('gives a name to one of two lists', async () => {
    const ana = await harness.newCustomer()
    const [one, other] = [await newList(ana, 'Una'), await newList(ana, 'Otra')]
    const rename = (listId: string) => harness.call(watchlist.rename, { listId, name: 'La misma' }, ana.token)
    const asked = await Promise.all([rename(one), rename(other)])
    expect(asked.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 5071])
  })

  it('leaves no row behind on a list that is deleted', async () => {
    const ana = await harness.newCustomer()
    const energy = await newList(ana, 'Energía')
    await Promise.all([
      harness.call(watchlist.put, { listId: energy, ...share }, ana.token),
      harness.call(watchlist.removeList, { listId: energy, withInstruments: 1 }, ana.token),
    ])
    const { rowCount } = await harness.app.pool.query('select from watchlist where account_id = $1', [ana.accountId])
    expect(rowCount).toBe(0)
  })
})

describe('instruments', () => {
  it('stand once on each list, and come off one of them alone', async () => {
    const ana = await harness.newCustomer()
    const energy = await newList(ana, 'Energía', [index])
    const put = () => harness.ask(watchlist.put, { listId: energy, ...share }, ana.token)
    const added = await Promise.all([put(), put(), put()])
    expect(new Set(added.map(({ id }) => id)).size).toBe(1)
    await harness.ask(watchlist.add, { secuCode: SHARE.code }, ana.token)
    expect(await codesOn(ana, energy)).toEqual([SHARE.code, INDEX.code])
    await harness.ask(watchlist.removeByCode, { stockCode: SHARE.code }, ana.token)
    expect(await codesOn(ana, energy)).toEqual([SHARE.code, INDEX.code])
    for (let time = 0; time < 2; time += 1) expect(await harness.ask(watchlist.take, { listId: energy, ...share }, ana.token)).toBe(true)
    expect(await codesOn(ana, energy)).toEqual([INDEX.code])
  })

  it('are put at a place, as one that was taken off by mistake', async () => {
    const ana = await harness.newCustomer()
    const energy = await newList(ana, 'Energía', [share, index])
    await harness.ask(watchlist.put, { listId: energy, ...future, place: 1 }, ana.token)
    expect(await codesOn(ana, energy)).toEqual([SHARE.code, SES.code, INDEX.code])
    await harness.ask(watchlist.put, { listId: energy, ...future, place: 200 }, ana.token)
    expect(await codesOn(ana, energy)).toEqual([SHARE.code, INDEX.code, SES.code])
  })

  it('are moved by hand, and what is added later stands on top', async () => {
    const ana = await harness.newCustomer()
    const energy = await newList(ana, 'Energía', [share, index])
    const rows = await harness.ask(watchlist.instruments, { listId: energy }, ana.token)
    await harness.ask(watchlist.move, { listId: energy, id: rows[1]?.id ?? '', place: 0 }, ana.token)
    expect(await codesOn(ana, energy)).toEqual([INDEX.code, SHARE.code])
    await harness.ask(watchlist.put, { listId: energy, ...future }, ana.token)
    expect(await codesOn(ana, energy)).toEqual([SES.code, INDEX.code, SHARE.code])
    expect(await harness.call(watchlist.move, { listId: USUAL_LIST, id: rows[1]?.id ?? '', place: 0 }, ana.token)).toMatchObject({
      code: 1002,
    })
  })

  it('go to another list together, and what is there already only leaves', async () => {
    const ana = await harness.newCustomer()
    const [from, to] = [await newList(ana, 'De', all), await newList(ana, 'A', [index])]
    await harness.ask(watchlist.transfer, { fromListId: from, toListId: to, instruments: [share, index] }, ana.token)
    expect(await codesOn(ana, from)).toEqual([SES.code])
    expect(await codesOn(ana, to)).toEqual([SHARE.code, INDEX.code])
    await harness.ask(watchlist.transfer, { fromListId: from, toListId: USUAL_LIST, instruments: [future] }, ana.token)
    expect(await codesOn(ana, USUAL_LIST)).toEqual([SES.code])
  })

  it('of which one has no room do not go at all', async () => {
    const ana = await harness.newCustomer()
    const [from, to] = [await newList(ana, 'De', [share, index]), await newList(ana, 'A')]
    await harness.app.pool.query(
      `insert into watchlist (account_id, list_id, watch_id, instrument_id, added_at, place)
       select $1, $2, gen_random_uuid(), 'US:GONE' || number, 1, number from generate_series(1, 199) as number`,
      [ana.accountId, to],
    )
    const both = { fromListId: from, toListId: to, instruments: [share, index] }
    expect(await harness.call(watchlist.transfer, both, ana.token)).toMatchObject({ code: 5001, data: { num: 200 } })
    expect(await codesOn(ana, from)).toEqual([SHARE.code, INDEX.code])
    const racing = [share, index].map((one) => harness.call(watchlist.put, { listId: to, ...one }, ana.token))
    expect(new Set((await Promise.all(racing)).map(({ code }) => code))).toEqual(new Set([200, 5001]))
  })

  it('that nobody lists are refused', async () => {
    const { token } = await harness.newCustomer()
    expect(await harness.call(watchlist.put, { listId: USUAL_LIST, stockCode: 'NOBODY' }, token)).toMatchObject({ code: 3000 })
  })
})

describe('the order that a device kept', () => {
  it('is taken once, and the account’s own order stays after that', async () => {
    const ana = await harness.newCustomer()
    for (const { stockCode: secuCode, market } of all) {
      await harness.ask(watchlist.add, { secuCode, market }, ana.token)
      await harness.pass(MINUTE_MS)
    }
    expect(await codesOn(ana, USUAL_LIST)).toEqual([SES.code, INDEX.code, SHARE.code])
    const take = (instruments: (typeof all)[number][]) => harness.ask(watchlist.takeOrder, { instruments }, ana.token)
    expect(await take([])).toEqual({ taken: 0 })
    expect(await take([index, share])).toEqual({ taken: 1 })
    expect(await codesOn(ana, USUAL_LIST)).toEqual([INDEX.code, SHARE.code, SES.code])
    expect(await take([future])).toEqual({ taken: 0 })
    expect(await codesOn(ana, USUAL_LIST)).toEqual([INDEX.code, SHARE.code, SES.code])
  })

  it('is not taken where the list was arranged by hand before', async () => {
    const ana = await harness.newCustomer()
    for (const { stockCode: secuCode, market } of all) await harness.ask(watchlist.add, { secuCode, market }, ana.token)
    const [first] = await harness.ask(watchlist.list, {}, ana.token)
    await harness.ask(watchlist.move, { listId: USUAL_LIST, id: first?.id ?? '', place: 2 }, ana.token)
    const arranged = await codesOn(ana, USUAL_LIST)
    expect(await harness.ask(watchlist.takeOrder, { instruments: [future, index] }, ana.token)).toEqual({ taken: 0 })
    expect(await codesOn(ana, USUAL_LIST)).toEqual(arranged)
  })
})

it('somebody else’s list answers like one that nobody has, and stays as it is', async () => {
  const [ana, juan] = [await harness.newCustomer(), await harness.newCustomer()]
  const energy = await newList(ana, 'Energía', [share, index])
  const [row] = await harness.ask(watchlist.instruments, { listId: energy }, ana.token)
  const answers = (listId: string) =>
    Promise.all([
      harness.call(watchlist.instruments, { listId }, juan.token),
      harness.call(watchlist.rename, { listId, name: 'Mía' }, juan.token),
      harness.call(watchlist.put, { listId, ...future }, juan.token),
      harness.call(watchlist.put, { listId, stockCode: 'NOBODY' }, juan.token),
      harness.call(watchlist.take, { listId, ...share }, juan.token),
      harness.call(watchlist.move, { listId, id: row?.id ?? '', place: 1 }, juan.token),
      harness.call(watchlist.transfer, { fromListId: listId, toListId: USUAL_LIST, instruments: [share] }, juan.token),
      harness.call(watchlist.transfer, { fromListId: USUAL_LIST, toListId: listId, instruments: [share] }, juan.token),
      harness.call(watchlist.removeList, { listId, withInstruments: 1 }, juan.token),
    ])
  const told = (await answers(energy)).map(({ code, data }) => ({ code, data }))
  expect(told).toEqual((await answers(NOBODYS)).map(({ code, data }) => ({ code, data })))
  expect(told.map(({ code }) => code)).toEqual([1002, 1002, 1002, 1002, 1002, 1002, 1002, 1002, 200])
  expect(await listsOf(ana)).toMatchObject([{ usual: 1 }, { id: energy, name: 'Energía', count: 2 }])
})

it('go with the account when it is closed', async () => {
  const ana = await harness.newCustomer()
  await newList(ana, 'Energía', [share])
  await harness.ask(security.close, { leaveMoney: 1 }, ana.token)
  for (const table of ['watchlist', 'watchlists']) {
    const { rowCount } = await harness.app.pool.query(`select from ${table} where account_id = $1`, [ana.accountId])
    expect(rowCount, table).toBe(0)
  }
})
