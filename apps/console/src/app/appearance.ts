/** Dark or light; `public/theme.js` reads the same entry before the first paint. */
export type Theme = 'dark' | 'light'

const KEY = 'rueda.console.theme'

export const theme = (): Theme => (document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark')

export function keepTheme(chosen: Theme): void {
  localStorage.setItem(KEY, chosen)
  document.documentElement.dataset['theme'] = chosen
}
