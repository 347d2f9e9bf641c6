import { SCALE } from '../decimal.ts'
import type { Instrument, MarketName } from '../instruments/instrument.ts'

/** The facts of an instrument that decide which rows apply to it. */
export type Kind = Pick<Instrument, 'market' | 'fund' | 'certificate'> &
  Readonly<{ contract: Readonly<{ kind: 'future'; root: string }> | Readonly<{ kind: 'pair' }> | null }>

/** The instruments a row of a market's tables applies to. Most apply to everything; the others name the part. */
export type Scope =
  | 'everything'
  | 'shares'
  | 'funds'
  | 'certificates'
  | 'boardLots'
  | 'oddLots'
  | 'contracts'
  | 'microContracts'
  | 'indexContracts'
  | 'otherContracts'

/** A board lot in Taipei; an order below it goes to the odd-lot book (`docs/rules/taiwan.md` B.3). */
export const TAIWAN_BOARD_LOT = 1_000n * SCALE

const MICRO_ROOTS: readonly string[] = ['SMES', 'SMNQ', 'SMCL', 'SMGC', 'SMTX']
const INDEX_ROOTS: readonly string[] = ['SES', 'SMES', 'SNQ', 'SMNQ', 'STX', 'SMTX']

const rootOf = ({ contract }: Kind): string => (contract?.kind === 'future' ? contract.root : '')

/** The facts of an order's instrument that its commission hangs on, from its id alone: it may be listed no more. */
export function kindOfId(instrumentId: string): Kind {
  const [market = '', code = ''] = instrumentId.split(':')
  // Every other contract has the row of the rest, whatever its root.
  const root = MICRO_ROOTS.find((each) => code.startsWith(each))
  return { market: market as MarketName, contract: root === undefined ? null : { kind: 'future', root } }
}

/** True when a row applies to an order of this size in this instrument. */
export function isAbout(scope: Scope, instrument: Kind, quantity: bigint): boolean {
  switch (scope) {
    case 'everything':
      return true
    case 'shares':
      return instrument.fund !== true
    case 'funds':
      return instrument.fund === true
    case 'certificates':
      return instrument.certificate === true
    case 'boardLots':
      return quantity >= TAIWAN_BOARD_LOT
    case 'oddLots':
      return quantity < TAIWAN_BOARD_LOT
    case 'contracts':
      return !MICRO_ROOTS.includes(rootOf(instrument))
    case 'microContracts':
      return MICRO_ROOTS.includes(rootOf(instrument))
    case 'indexContracts':
      return INDEX_ROOTS.includes(rootOf(instrument))
    case 'otherContracts':
      return !INDEX_ROOTS.includes(rootOf(instrument))
  }
}
