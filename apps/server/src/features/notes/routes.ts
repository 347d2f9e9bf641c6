import { type ChartNote, notes } from '@rueda/contract/notes.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { MAX_NOTES_OF_INSTRUMENT, type Note, checkNote, isSameNote } from '@rueda/rules/notes/note.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Clock } from '../../deps.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { lockAccount } from '../../write-path/lock-account.ts'
import { type KeptNote, notesOf, removeNote, saveNote } from './store.ts'

type NoteDeps = Pick<App, 'pool' | 'venue' | 'clock' | 'ids'> & Readonly<{ wallClock: Clock }>

/** Notes on charts (`docs/rules/notes.md`). */
export const noteRoutes = (app: NoteDeps): Registered =>
  routes(notes, {
    list: async ({ input, caller }) => {
      const instrument = app.venue.find(input.market, input.stockCode)
      if (instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
      const own = await notesOf(app.pool, caller.accountId, instrument.id)
      return ok({ list: own.map((note) => present(instrument, note)), most: MAX_NOTES_OF_INSTRUMENT })
    },

    save: async ({ input, caller }) => {
      const instrument = app.venue.find(input.market, input.stockCode)
      if (instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
      const price = parseScaled(input.price)
      if (price === null) return refuse('parameter.invalid', { field: 'price' })
      const asked = { instrumentId: instrument.id, at: input.timestamp, price, text: input.text }
      const saved = await save(app, caller.accountId, input.id ?? null, {
        ...asked,
        mayBeNegative: marketFacts[instrument.market].lists === 'contracts',
      })
      return saved.ok ? ok(present(instrument, saved.value)) : saved
    },

    remove: async ({ input, caller }) => {
      await removeNote(app.pool, caller.accountId, input.id)
      return ok(true)
    },
  })

type Asked = Omit<Note, 'id'> & Readonly<{ mayBeNegative: boolean }>

function save(app: NoteDeps, accountId: string, id: string | null, { mayBeNegative, ...asked }: Asked): Promise<Result<KeptNote>> {
  return inTransaction(app.pool, async (client) => {
    // Notes of one customer are saved one after the other, so that they can be counted; none after the account was closed.
    if (!(await lockAccount(client, accountId))) return refuse('session.missing')
    const own = await notesOf(client, accountId, null)
    const edited = id === null ? null : own.find((note) => note.id === id && note.instrumentId === asked.instrumentId)
    if (edited === undefined) return refuse('object.not_found', { field: 'id' })
    const same = own.find((note) => isSameNote(note, asked))
    if (edited === null && same !== undefined) return ok(same)
    const others = own.filter((note) => note !== edited)
    const ofInstrument = others.filter(({ instrumentId }) => instrumentId === asked.instrumentId).length
    const checked = checkNote(asked, { ofInstrument, inAll: others.length, mayBeNegative, now: app.clock.now() })
    if (!checked.ok) return checked
    const note = { ...asked, id: edited?.id ?? app.ids.next(), changedAt: app.wallClock.now() }
    await saveNote(client, accountId, note)
    return ok(note)
  })
}

const present = (instrument: Instrument, { id, text, price, at, changedAt }: KeptNote): ChartNote => ({
  id,
  text,
  price: formatPrice(instrument, price),
  noteTimestamp: at,
  modifyTimeTimestamp: changedAt,
})
