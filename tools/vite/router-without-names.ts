import type { Plugin } from 'vite'

const REACT_ROUTER = /\/node_modules\/react-router\/dist\/.*\.js$/u
const NAMED = /^\w+\.displayName = "[^"]*";$/gmu
const MADE = /(?<= = )(?=React\$1\.(?:forwardRef|createContext|memo)\()/gu

/**
 * Lets the bundler leave out what the app does not use of react-router: links that fetch in advance, forms and what renders on a server. It
 * keeps them because each is made by a call and given a name for React's tools, which for all it knows could do anything.
 */
export const routerWithoutNames = (): Plugin => ({
  name: 'router-without-names',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (REACT_ROUTER.test(id) ? withoutNames(code) : null),
})

/** The code of one of its files without the names, and with a word at each call that nothing else happens by it. */
export const withoutNames = (code: string): string => code.replace(NAMED, '').replace(MADE, '/* @__PURE__ */ ')
