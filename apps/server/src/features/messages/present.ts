import type { Language } from '@rueda/contract/codes.ts'
import type { Message as MessageRow } from '@rueda/contract/messages.ts'
import { type Message, type MessageLink, typeOfMessage } from '@rueda/rules/messages/message.ts'
import type { VenueClient } from '../../venue/client.ts'
import type { Wording } from './wording.ts'

/** The only place where a message becomes JSON. */
type Presenting = Readonly<{ wording: Wording; venue: Pick<VenueClient, 'instruments' | 'label' | 'scenario'>; language: Language }>

const INSTRUMENT = 'instrument:'

/** A page of an instrument is opened by its code of today. */
function linkIn({ instruments }: Presenting['venue'], link: MessageLink): string {
  const instrument = link.startsWith(INSTRUMENT) ? instruments.get(link.slice(INSTRUMENT.length)) : undefined
  return instrument === undefined ? link : `${INSTRUMENT}${instrument.market}:${instrument.code}`
}

export const presentMessage = ({ wording, venue, language }: Presenting, message: Message): MessageRow => ({
  id: message.id,
  type: typeOfMessage(message),
  ...wording(message, language),
  readStatus: message.readAt === null ? 0 : 1,
  ...(message.link === null ? {} : { link: linkIn(venue, message.link) }),
  createTimestamp: message.createdAt,
  venue: venue.label,
})
