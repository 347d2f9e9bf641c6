import { MAX_COLUMNS, MAX_COLUMN_NAME, MAX_TABLES, SIZE_LIMITS, deskLists } from '@rueda/rules/layouts/desk.ts'
import { z } from 'zod'
import { markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { flag, ticker } from './fields.ts'

const within = ({ least, most }: Readonly<{ least: number; most: number }>) => wholeNumber(least, most)
const columnName = z.string().regex(new RegExp(`^[a-zA-Z]{1,${MAX_COLUMN_NAME}}$`, 'u'))

/** How an account has arranged its desk. What is not named here is not kept. */
const deskLayout = z
  .object({
    /** Whether the rail shows the names of its destinations. */
    railOpen: flag,
    /** The list in front; null until one is chosen. */
    list: z.enum(deskLists).nullable(),
    listWidth: within(SIZE_LIMITS.listWidth),
    ticketWidth: within(SIZE_LIMITS.ticketWidth),
    tablesHeight: within(SIZE_LIMITS.tablesHeight),
    /** The instrument of a second chart; null for one chart. */
    pinned: z.object({ stockCode: ticker, market: z.enum(markets) }).nullable(),
    /** The columns taken off each table, by table. */
    hiddenColumns: z.array(z.object({ table: columnName, columns: z.array(columnName).max(MAX_COLUMNS) })).max(MAX_TABLES),
  })
  .meta({ id: 'DeskLayout' })
export type WireDeskLayout = z.output<typeof deskLayout>

/** How a customer arranges the app for themselves (`docs/rules/layouts.md`): one record an account, the last one kept is the one there is. */
export const layouts = {
  desk: endpoint({
    method: 'GET',
    path: '/layouts/desk',
    access: 'user',
    summary: 'How the account has arranged its desk; null until it has',
    input: z.object({}),
    data: deskLayout.nullable(),
  }),
  keepDesk: endpoint({
    method: 'POST',
    path: '/layouts/desk/keep',
    access: 'user',
    summary: 'Keep how the desk is arranged, in place of what was kept before; fields nobody knows are left out',
    input: deskLayout,
    data: z.literal(true),
  }),
} as const
