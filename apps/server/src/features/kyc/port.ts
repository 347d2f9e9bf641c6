import type { CalendarDate } from '@rueda/rules/time.ts'

/**
 * External checks of somebody's papers (`docs/rules/kyc.md` E.12 and `docs/rules/adapters.md` F). An answer of null means that there is
 * nobody to ask, which is recorded as skipped; an answer against somebody is reviewed by a person. When a question cannot be asked it
 * throws, and the case waits for the next review.
 */
export type KycPort = Readonly<{
  /** Looks for a person of that name and birth date on lists of sanctions. */
  sanctions: (person: AskedPerson) => Promise<'clear' | 'listed' | null>
  /** Compares the face on the paper with that of its holder. */
  face: (pictures: AskedPictures) => Promise<'same' | 'other' | null>
}>

type AskedPerson = Readonly<{ firstName: string; lastName: string; birthDate: CalendarDate | null; countryCode: string }>
/** Pictures that are opened only when they are needed. */
type AskedPictures = Readonly<{ paper: () => Promise<Buffer | null>; holder: () => Promise<Buffer | null> }>

/** With simulated money no outside party is asked about anybody. */
export const nobodyToAsk: KycPort = { sanctions: () => Promise.resolve(null), face: () => Promise.resolve(null) }
