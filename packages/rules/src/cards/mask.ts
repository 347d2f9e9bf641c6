import { type CardDetails } from './card.ts'

/** The part of a destination that is shown: enough for its owner to recognise it, not enough to use. */
export const maskedNumber = (details: CardDetails): string =>
  details.type === 'bank' ? maskAccount(details.number) : maskAddress(details.address)

/** The name of a card in messages and lists: nothing that could be used. */
export const nameOfCard = (details: CardDetails): string =>
  `${details.type === 'bank' ? details.bankName : details.network} ${maskedNumber(details)}`

const LAST_OF_ACCOUNT = 4
const HIDDEN = '••••'

const maskAccount = (number: string): string => `${HIDDEN}${number.slice(-LAST_OF_ACCOUNT)}`

const FIRST_OF_ADDRESS = 6
const LAST_OF_ADDRESS = 4

const maskAddress = (address: string): string => `${address.slice(0, FIRST_OF_ADDRESS)}…${address.slice(-LAST_OF_ADDRESS)}`
