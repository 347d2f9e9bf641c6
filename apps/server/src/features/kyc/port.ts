import type { CalendarDate } from '@rueda/rules/time.ts'

/**
 * What the house asks others about somebody's papers (`docs/rules/kyc.md` E.12 and `docs/rules/adapters.md` F). An answer of null means
 * that there is nobody to ask, which is written down as skipped; what speaks against somebody is looked at by a person. When a question
 * cannot be asked it throws, and the case waits for the next review.
 */
export type KycPort = Readonly<{
  /** Whether somebody of that name and birth date stands on a list of sanctions. */
  sanctions: (person: AskedPerson) => Promise<'clear' | 'listed' | null>
  /** Whether the face on the paper is that of whoever holds it. */
  face: (pictures: AskedPictures) => Promise<'same' | 'other' | null>
}>

type AskedPerson = Readonly<{ firstName: string; lastName: string; birthDate: CalendarDate | null; countryCode: string }>
/** Opened only by whoever really looks. */
type AskedPictures = Readonly<{ paper: () => Promise<Buffer | null>; holder: () => Promise<Buffer | null> }>

/** With simulated money nobody outside is asked about anybody. */
export const nobodyToAsk: KycPort = { sanctions: () => Promise.resolve(null), face: () => Promise.resolve(null) }
