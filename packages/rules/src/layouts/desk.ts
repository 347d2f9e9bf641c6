/**
 * What the layout of a desk can be (`docs/rules/layouts.md`): the panes' sizes in pixels and their usual ones, the lists of instruments, and
 * how much of a layout an account keeps.
 */
export const deskLists = ['watched', 'market', 'holdings'] as const
export type DeskList = (typeof deskLists)[number]

export const USUAL_SIZES = { listWidth: 300, ticketWidth: 344, tablesHeight: 268 } as const
export const SIZE_LIMITS = {
  listWidth: { least: 240, most: 420 },
  ticketWidth: { least: 320, most: 440 },
  tablesHeight: { least: 160, most: 560 },
} as const

/** Tables whose columns are chosen, and columns taken off one of them; more than there are of either. */
export const MAX_TABLES = 16
export const MAX_COLUMNS = 16
export const MAX_COLUMN_NAME = 12
