import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'
import { withoutNames } from './router-without-names.ts'

/** Goal: what the app does not use of its router stays out of the build, also with the router's next version. */
const file = (path: string): string => readFileSync(join(root, 'node_modules/react-router/dist/production/lib', path), 'utf8')

it("the router's parts have no name, and are made by calls that do nothing else", () => {
  for (const path of ['dom/lib.js', 'dom/ssr/components.js', 'context.js']) {
    const before = file(path)
    const after = withoutNames(before)
    expect(before).toMatch(/^\w+\.displayName = /mu)
    expect(after).not.toMatch(/^\w+\.displayName = /mu)
    expect(after).not.toMatch(/^const \w+ = React\$1\.(?:forwardRef|createContext|memo)\(/mu)
    expect(after).toMatch(/^const \w+ = \/\* @__PURE__ \*\/ React\$1\./mu)
  }
})
