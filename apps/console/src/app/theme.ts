import { type RaThemeOptions, defaultDarkTheme, defaultLightTheme } from 'react-admin'

/** The colours of `packages/ui/src/look/tokens.css`, as react-admin's components take them. */
const typography = {
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontSize: 14,
  button: { textTransform: 'none' as const },
}

const palettes = {
  dark: {
    primary: { main: '#a596ff' },
    secondary: { main: '#a596ff' },
    error: { main: '#ff7a85' },
    background: { default: '#0b0e14', paper: '#131822' },
    text: { primary: '#f3f6fb', secondary: '#b3bed0' },
    divider: '#2a3446',
  },
  light: {
    primary: { main: '#5840d8' },
    secondary: { main: '#5840d8' },
    error: { main: '#bf2a3b' },
    background: { default: '#f4f6fa', paper: '#ffffff' },
    text: { primary: '#0d1320', secondary: '#414d62' },
    divider: '#d5dce7',
  },
} as const

type Palette = NonNullable<RaThemeOptions['palette']>

/** A surface keeps its colour in the dark too, and is not lighter for lying higher. */
const components: RaThemeOptions['components'] = {
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiTableRow: { styleOverrides: { root: { backgroundColor: 'transparent' } } },
}

const themed = (base: object, palette: Palette): RaThemeOptions => ({ ...base, typography, palette, components })

export const lightTheme = themed(defaultLightTheme, { mode: 'light', ...palettes.light })
export const darkTheme = themed(defaultDarkTheme, { mode: 'dark', ...palettes.dark })
