import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { argentinaTicks } from '@rueda/rules/markets/argentina.ts'
import { companies } from './companies.ts'
import type { Company } from './company.ts'
import { type ScaledCompany, foreignCompanies } from './foreign-companies.ts'
import { tickerOf } from './ticker.ts'

/**
 * Thirty invented companies of Buenos Aires, and certificates on thirty of the United States market (`docs/rules/argentina.md` B.2,
 * `docs/rules/markets.md` B.8).
 */
const NAMES = `
  Pampa Serena|Andes Verdes|Río Calmo Energía|Banco del Estuario|Puerto Lapacho|Acería Quebracho|Viñedos Altamira|Telefonía Chañar|Ceibo Alimentos
  Cardón Minera|Molinos del Sauce|Naviera Delta Sur|Gas del Algarrobo|Cemento Tandilia|Lácteos La Rueca|Autopistas del Litoral|Seguros Mburucuyá
  Patagonia Eólica|Ganadera Los Teros|Textil Ñandubay|Laboratorios Yatay|Constructora Itatí|Aluminio Austral|Banco Espinillo|Granos del Norte
  Papelera Timbó|Hoteles Jacarandá|Transportes Calafate|Software Hornero|Azucarera Aguaribay
`
  .trim()
  .split(/\s*[|\n]\s*/u)

const TOWNS = ['Villa Ombú', 'Puerto Ceibal', 'San Telmo del Río', 'Colonia Tala', 'Los Aromos', 'Paso del Molle']
const PEOPLE = [
  'Elena Aldana',
  'Bruno Barreto',
  'Camila Fontán',
  'Darío Galdós',
  'Irene Lezcano',
  'Joaquín Montero',
  'Marta Villalba',
  'Néstor Yáñez',
]

const share = (code: string, name: string): Instrument => ({
  id: idOfFirstCode('AR', code),
  market: 'AR',
  code,
  name,
  exchange: 'BYMA',
  currency: 'ARS',
  ticks: argentinaTicks,
  step: scaled('1'),
  minimumQuantity: scaled('1'),
  quoteOnly: false,
  contract: null,
})

const capitalisation = ({ basePrice, sharesOutstanding }: Company): number => basePrice * sharesOutstanding
const CEDEARS = 30
const underlyings = companies.toSorted((a, b) => capitalisation(b) - capitalisation(a)).slice(0, CEDEARS)
const taken = new Set(underlyings.map(({ instrument }) => instrument.code))

/** The moves of this market relative to the United States'. */
export const ARGENTINE_BETA = 2

export const argentineCompanies: readonly ScaledCompany[] = foreignCompanies({
  firstIndex: 1_000,
  names: NAMES,
  towns: TOWNS,
  people: PEOPLE,
  lowest: 300,
  highest: 60_000,
  betaScale: ARGENTINE_BETA,
  instrumentOf: (name) => {
    const code = tickerOf(plain(name), taken)
    taken.add(code)
    return share(code, name)
  },
})

/**
 * A certificate is a part of one share abroad: `ratio` of them are one share, priced at the parity of the CCL rate
 * (`docs/rules/argentina.md` L.4).
 */
export type Cedear = Readonly<{ instrument: Instrument; underlying: Company; ratio: number }>

const RATIOS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 50] as const
/** About what a certificate should cost in dollars, so that its price in pesos is handy. */
const HANDY_DOLLARS = 9

export const cedears: readonly Cedear[] = underlyings.map((underlying) => ({
  instrument: { ...share(underlying.instrument.code, `CEDEAR ${underlying.instrument.name}`), certificate: true },
  underlying,
  ratio: RATIOS.findLast((ratio) => underlying.basePrice / ratio >= HANDY_DOLLARS) ?? 1,
}))

const byId = new Map(cedears.map((cedear) => [cedear.instrument.id, cedear]))
/** Null for a share that is no certificate. */
export const cedearOf = (instrumentId: string): Cedear | null => byId.get(instrumentId) ?? null

/** The rate at which shares abroad are worth pesos at home; a reference that is set once a day. */
export const cclIndex: Instrument = {
  ...share('CCL', 'Dólar CCL (sim)'),
  ticks: [{ from: 0n, tick: scaled('0.01') }],
  quoteOnly: true,
}

/** Letters without their accents, for a ticker. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\b(del|de|la|los|el)\b/giu, '')
    .replaceAll(/\s+/gu, ' ')
}
