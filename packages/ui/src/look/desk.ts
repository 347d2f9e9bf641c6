/** The width from which a screen is a desk: the `panes` of the theme, for code that asks for it. */
export const DESK = '(min-width: 1100px)'
