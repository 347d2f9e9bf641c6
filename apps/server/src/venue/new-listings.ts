import type { NewListing } from '@rueda/exchange/catalogue/new-companies.ts'
import type { Reader } from '../db/snapshot.ts'

/** The new companies whose shares were given to their owners and trade from their day on; a market that starts reads them by itself. */
export async function readNewListings(reader: Reader): Promise<readonly NewListing[]> {
  const { rows } = await reader.query<NewListing>(
    `select number, lists_on::text as "listedOn" from ipos where status = 'listed' order by number`,
  )
  return rows
}
