import { MAX_LIST_NAME, isListName, tidyName } from '@rueda/rules/watchlist/lists.ts'
import { z } from 'zod'
import { text } from './fields.ts'

/** A sign may take two units of a text's length. */
const UNITS_OF_A_SIGN = 2
/** The name of a list, as it is kept (`docs/rules/watchlist.md` P.1); apart from the endpoints, for the app's form. */
export const listName = text(MAX_LIST_NAME * UNITS_OF_A_SIGN)
  .transform(tidyName)
  .refine(isListName)

export const namedList = z.object({ name: listName })
