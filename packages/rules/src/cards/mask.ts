import { type CardDetails } from './card.ts'

/** What is shown of a destination: enough for its owner to know it again, not enough to use. */
export const maskedNumber = (details: CardDetails): string =>
  details.type === 'bank' ? maskAccount(details.number) : maskAddress(details.address)

/** What a card is called in messages and lists: nothing that could be used. */
export const nameOfCard = (details: CardDetails): string =>
  `${details.type === 'bank' ? details.bankName : details.network} ${maskedNumber(details)}`

const LAST_OF_ACCOUNT = 4
const HIDDEN = '••••'

const maskAccount = (number: string): string => `${HIDDEN}${number.slice(-LAST_OF_ACCOUNT)}`

const FIRST_OF_ADDRESS = 6
const LAST_OF_ADDRESS = 4

const maskAddress = (address: string): string => `${address.slice(0, FIRST_OF_ADDRESS)}…${address.slice(-LAST_OF_ADDRESS)}`
