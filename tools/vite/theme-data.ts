const THEME = '<script src="./theme.js"'

/** Gives `theme.js`, which runs before the app is there, something that only the build knows, as an attribute of its script. */
export function withThemeData(html: string, name: `data-${string}`, data: object): string {
  if (!html.includes(THEME)) throw new Error(`the page has no place for ${name}`)
  return html.replace(THEME, () => `${THEME} ${name}='${JSON.stringify(data).replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`)
}
