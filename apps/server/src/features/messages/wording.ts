import type { Language } from '@rueda/contract/codes.ts'
import { type BroadcastTexts, wordsIn } from '@rueda/rules/broadcasts/broadcast.ts'
import { SCALE_DECIMALS, parseScaled } from '@rueda/rules/decimal.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import { type FactKind, messageTemplates } from '@rueda/rules/messages/templates.ts'
import { type ClosableMarketName, closableMarkets } from '@rueda/rules/markets/markets.ts'
import type { TextKey } from '@rueda/text/keys.ts'
import { formatDate, formatDateTime } from '@rueda/text/dates.ts'
import { formatMoney, formatNumber, formatPercent, formatQuantity } from '@rueda/text/numbers.ts'
import { type Texts, fillIn, formFor, readTexts } from '../../texts.ts'
import { instrumentWords } from '../../venue/instrument-words.ts'

/**
 * A message in words: the template's sentence in the reader's language, its facts written as that language writes
 * them. Done at reading, so that a customer who changes the language reads all of it in the new one.
 */
export type Wording = (message: Told, language: Language) => Readonly<{ title: string; content: string }>

type Told = Pick<MessageDraft, 'template' | 'facts'>
type Instruments = ReadonlyMap<string, Pick<Instrument, 'market' | 'name' | 'code' | 'ticks'>>
/** Staff's texts to many, by the broadcast's id. */
type NoticesOf = (broadcastId: string) => BroadcastTexts | null
type Facts = Readonly<Record<string, string | number | null>>

export function createWording(instruments: Instruments, noticesOf: NoticesOf): Wording {
  return ({ template, facts }, language) => {
    const texts = textsIn(language)
    const words = wordsOf({ template, facts }, { texts, language, instruments, noticesOf })
    const body = hasNoPause({ template, facts }) ? `${template}.body.plain` : `${template}.body`
    const say = (key: string): string => fillIn(texts[formOf(key, facts, language)], words)
    return { title: say(`${template}.title`), content: say(body) }
  }
}

/** The fact whose number chooses between the two forms of a text. */
const counted: Readonly<Record<string, string>> = {
  'placing.allotted.title': 'quantity',
  'subscription.allotted.title': 'quantity',
  'subscription.delivered.body': 'quantity',
}

function formOf(key: string, facts: Facts, language: Language): string {
  const fact = counted[key]
  return fact === undefined ? key : formFor(key, String(facts[fact] ?? ''), language)
}

/** True for an event that could start a pause and started none; a message older than its template's pause has none either. */
function hasNoPause({ template, facts }: Told): boolean {
  const known: Facts = facts
  return Object.entries(messageTemplates[template].facts).some(([name, kind]) => kind === 'pause' && (known[name] ?? null) === null)
}

type Reading = Readonly<{ texts: Texts; language: Language; instruments: Instruments; noticesOf: NoticesOf }>

function wordsOf({ template, facts }: Told, reading: Reading): Readonly<Record<string, string>> {
  const known: Facts = facts
  const kinds: Readonly<Record<string, FactKind>> = messageTemplates[template].facts
  const id = String(known['instrument'] ?? '')
  const instrument = reading.instruments.get(id) ?? null
  const code = instrument?.code ?? id.slice(id.indexOf(':') + 1)
  const words = Object.entries(kinds).map(([name, kind]) => [name, written[kind](String(known[name] ?? ''), { ...reading, instrument })])
  return { code, ...Object.fromEntries(words) }
}

type Written = Reading & Readonly<{ instrument: Pick<Instrument, 'market' | 'name' | 'code' | 'ticks'> | null }>

/** Messages name the markets whose days can be closed. */
const nameKey = (market: ClosableMarketName): TextKey<'messages'> => `marketName.${market}`

const written: Readonly<Record<FactKind, (fact: string, written: Written) => string>> = {
  /** A delisted instrument is still known by its ticker. */
  instrument: (id, { instrument, language }) =>
    instrument === null ? id.slice(id.indexOf(':') + 1) : `${instrumentWords(instrument, language)} (${instrument.code})`,
  kycReason: (reason, { texts }) => texts[`kycReason.${reason}`] ?? reason,
  quantity: (quantity, { language }) => formatQuantity(language, quantity),
  depositReason: (reason, { texts }) => texts[`depositReason.${reason}`] ?? reason,
  price: (price, { language, instrument }) => formatNumber(language, price, priceDecimals(price, instrument)),
  percent: (points, { language }) => formatPercent(language, points, points.startsWith('-') ? 'change' : 'plain'),
  money: (amount, { language }) => {
    const [minor = '', currency = ''] = amount.split(' ')
    return formatMoney(language, minor, currency)
  },
  date: (date) => formatDate(date),
  moment: (at) => momentText(at),
  pause: (at) => momentText(at),
  wallet: (wallet, { texts }) => texts[`wallet.${wallet}`] ?? wallet,
  device: (device) => device,
  card: (card) => card,
  loanReason: (reason, { texts }) => texts[`loans.reason.${reason}`] ?? reason,
  repaymentReason: (reason, { texts }) => texts[`loans.repaymentReason.${reason}`] ?? reason,
  withdrawalReason: (reason, { texts }) => texts[`withdrawalReason.${reason}`] ?? reason,
  actReason: (reason, { texts }) => texts[`actReason.${reason}`] ?? reason,
  market: (market, { texts }) => {
    const closed = closableMarkets.find((name) => name === market)
    return (closed === undefined ? undefined : texts[nameKey(closed)]) ?? market
  },
  planSkip: (why, { texts }) => texts[`planSkip.${why}`] ?? why,
  robot: (id, { texts }) => texts[`robots.name.${id}`] ?? id,
  fund: (id, { texts }) => texts[`funds.name.${id}`] ?? id,
  agency: (id, { texts }) => texts[`follow.name.${id}`] ?? id,
  mandateEnd: (reason, { texts }) => texts[`follow.ended.${reason}`] ?? reason,
  closure: (cause, { texts }) => texts[`closure.${cause}`] ?? cause,
  permission: (type, { texts }) => texts[`permission.${type}`] ?? type,
  permissionReason: (reason, { texts }) => texts[`permissionReason.${reason}`] ?? reason,
  cardReason: (reason, { texts }) => texts[`cardReason.${reason}`] ?? reason,
  given: (name) => name,
  power: (power, { texts }) => texts[`powers.${power}`] ?? power,
  role: (role, { texts }) => texts[`powers.role.${role}`] ?? role,
  noticeTitle: (id, { language, noticesOf }) => wordsIn(noticesOf(id) ?? {}, language)?.title ?? '',
  noticeBody: (id, { language, noticesOf }) => wordsIn(noticesOf(id) ?? {}, language)?.body ?? '',
  reason: (reason, { texts }) => texts[`reason.${reason}`] ?? reason,
}

const momentText = (at: string): string => (at === '' ? '' : `${formatDateTime(at, 'UTC')} UTC`)

/** A price is written with the decimals of its tick, an average too, as screens write it (`docs/rules/numbers.md` O.8). */
function priceDecimals(price: string, instrument: Written['instrument']): Readonly<{ least: number; most: number }> {
  const value = parseScaled(price)
  if (instrument === null || value === null) return { least: 0, most: SCALE_DECIMALS }
  const decimals = decimalsAt(instrument, value)
  return { least: decimals, most: decimals }
}

const joined = new Map<Language, Texts>()

/** Everything that a message in a language is made of. */
function textsIn(language: Language): Texts {
  const known = joined.get(language)
  if (known !== undefined) return known
  const texts = {
    ...readTexts(language, 'common'),
    ...readTexts(language, 'messages'),
    ...textsUnder(language, 'powers'),
    ...textsUnder(language, 'funds'),
    ...textsUnder(language, 'follow'),
    ...textsUnder(language, 'robots'),
    ...textsUnder(language, 'loans'),
  }
  joined.set(language, texts)
  return texts
}

/** The words of another feature, apart from those of messages. */
const textsUnder = (language: Language, feature: 'powers' | 'funds' | 'follow' | 'robots' | 'loans'): Texts =>
  Object.fromEntries(Object.entries(readTexts(language, feature)).map(([key, words]) => [`${feature}.${key}`, words]))
