/**
 * When the settlement price of each family of futures is taken, in minutes past midnight of its exchange's own clock
 * (`docs/rules/futures.md` B.4). Small sizes settle with the large ones.
 */
export type SettlementTime = Readonly<{ zone: 'newYork' | 'taipei' | 'buenosAires'; minute: number }>

const newYorkAt = (hour: number, minute: number): SettlementTime => ({ zone: 'newYork', minute: hour * 60 + minute })
const taipeiClose: SettlementTime = { zone: 'taipei', minute: 13 * 60 + 45 }

const times: Readonly<Record<string, SettlementTime>> = {
  SES: newYorkAt(16, 0),
  SMES: newYorkAt(16, 0),
  SNQ: newYorkAt(16, 0),
  SMNQ: newYorkAt(16, 0),
  SCL: newYorkAt(14, 30),
  SMCL: newYorkAt(14, 30),
  SNG: newYorkAt(14, 30),
  SGC: newYorkAt(13, 30),
  SMGC: newYorkAt(13, 30),
  SSI: newYorkAt(13, 25),
  SZC: newYorkAt(14, 15),
  SZS: newYorkAt(14, 15),
  S6E: newYorkAt(15, 0),
  SBTC: newYorkAt(16, 0),
  SETH: newYorkAt(16, 0),
  STX: taipeiClose,
  SMTX: taipeiClose,
  SDLR: { zone: 'buenosAires', minute: 15 * 60 },
}

/** A family not named here settles with the index futures. */
export const settlementTimeOf = (root: string): SettlementTime => times[root] ?? newYorkAt(16, 0)

/** Pairs are rolled over at the end of New York's day (`docs/rules/forex.md` B.5). */
export const rolloverTime: SettlementTime = newYorkAt(17, 0)
