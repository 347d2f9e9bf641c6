/** Panes that can stand in a window of their own, for desks with several screens. */
export const paneNames = ['list', 'chart', 'ticket', 'depth', 'tables'] as const
export type PaneName = (typeof paneNames)[number]

/** A window that shows a pane is called by its group and its pane; no link can give a tab such a name. */
export const WINDOW_OF_PANE = /^rueda-desk ([\w-]+) (\w+)$/u

/** The pane that this window shows alone, for as long as there is the window; null for the whole workspace. */
export const paneOfWindow = (): PaneName | null => paneNames.find((name) => name === WINDOW_OF_PANE.exec(window.name)?.[2]) ?? null
