import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { taiwanEtfTicks, taiwanTicks } from '@rueda/rules/markets/taiwan.ts'
import { type ScaledCompany, foreignCompanies } from './foreign-companies.ts'

/** Seventy-four invented companies of Taipei and six funds on them (`docs/rules/taiwan.md` B.3, `docs/rules/markets.md` B.8). */
const FIRST =
  'Jadewind Silverpine Lotusgate Cranepeak Bambooridge Mistvale Pearlbay Redmaple Cloudferry Ironlake Teahill Camphora Orchidon Sunmoor Coralstrait Nightheron Goldreed Whitetide'.split(
    ' ',
  )
const SECOND = 'Semicon Optronics Precision Shipping Foods'.split(' ')
const COMPANIES = 74
const FUNDS = [
  'Formosa Sim 50 Fund',
  'Formosa Sim Mid Fund',
  'Formosa Sim Tech Fund',
  'Formosa Sim Dividend Fund',
  'Formosa Sim Low-Vol Fund',
  'Formosa Sim Green Fund',
]
const TOWNS = ['Teahill', 'North Lotus', 'Pearl Bay', 'Cranebridge', 'Old Ferry', 'Maple Gate']
const PEOPLE = ['Lin Yu-Han', 'Chen Po-Wei', 'Huang Mei-Chi', 'Wu Tse-Min', 'Tsai Jia-Ling', 'Kuo Shu-Fen', 'Hsu Wen-Bin', 'Yeh An-Qi']

const names = Array.from({ length: COMPANIES }, (_, index) => `${FIRST[index % FIRST.length]} ${SECOND[Math.floor(index / FIRST.length)]}`)
const FIRST_CODE = 7_203
const CODE_STEP = 9

/** The moves of this market relative to the United States'. */
export const TAIWANESE_BETA = 1.12

export const taiwaneseCompanies: readonly ScaledCompany[] = foreignCompanies({
  firstIndex: 2_000,
  names: [...names, ...FUNDS],
  towns: TOWNS,
  people: PEOPLE,
  lowest: 9,
  highest: 1_100,
  betaScale: TAIWANESE_BETA,
  instrumentOf: (name, position) => {
    const isFund = position >= COMPANIES
    const code = isFund ? `00T${position - COMPANIES + 1}` : String(FIRST_CODE + position * CODE_STEP)
    return {
      id: idOfFirstCode('TW', code),
      market: 'TW',
      code,
      name,
      exchange: 'TWSE',
      currency: 'TWD',
      ticks: isFund ? taiwanEtfTicks : taiwanTicks,
      step: scaled('1'),
      minimumQuantity: scaled('1'),
      quoteOnly: false,
      ...(isFund ? { fund: true } : {}),
      contract: null,
    }
  },
})
