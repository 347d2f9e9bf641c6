import type { SupportMessage } from '@rueda/contract/support.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { fileUrl } from '../../storage/files.ts'
import { recordOf } from './record-cards.ts'
import { openText } from './sealed.ts'
import type { Message } from './store.ts'

/** The only place where a message becomes JSON: out of the vault, with the card of the record that stands beside it. */
export async function presentMessage(
  app: Pick<App, 'vault' | 'venue'>,
  reader: Reader,
  accountId: string,
  { id, author, sealed, image, record, speaksOfSecrets, at }: Message,
): Promise<SupportMessage> {
  return {
    id,
    author,
    text: sealed === null ? null : openText(app.vault, accountId, sealed),
    image: image === null ? null : fileUrl(image),
    record: record === null ? null : await recordOf(app, reader, accountId, record),
    warned: speaksOfSecrets ? 1 : 0,
    createTimestamp: at,
  }
}
