import type { Language } from '@rueda/contract/codes.ts'
import type { Message as MessageRow } from '@rueda/contract/messages.ts'
import { type Message, typeOfMessage } from '@rueda/rules/messages/message.ts'
import type { VenueClient } from '../../venue/client.ts'
import type { Wording } from './wording.ts'

/** The only place where a message becomes JSON. */
type Presenting = Readonly<{ wording: Wording; venue: Pick<VenueClient, 'label' | 'scenario'>; language: Language }>

export const presentMessage = ({ wording, venue, language }: Presenting, message: Message): MessageRow => ({
  id: message.id,
  type: typeOfMessage(message),
  ...wording(message, language),
  readStatus: message.readAt === null ? 0 : 1,
  ...(message.link === null ? {} : { link: message.link }),
  createTimestamp: message.createdAt,
  venue: venue.label,
})
