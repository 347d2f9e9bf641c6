import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOAST_MS } from '@rueda/ui/messages/toast.ts'
import { expect, it } from 'vitest'
import { root } from '../root.ts'

/** Measures that the specification names. */
const tokens = readFileSync(join(root, 'packages/ui/src/look/tokens.css'), 'utf8')
const first = (name: string): string | undefined => new RegExp(`--${name}: (\\d+px);`, 'u').exec(tokens)?.[1]

it('the edge of a page is 15 pixels, the bar above it 60 and the bar of tabs 50', () => {
  expect([first('edge'), first('navbar'), first('tabbar')]).toEqual(['15px', '60px', '50px'])
})

it('a toast stays for two seconds', () => expect(TOAST_MS).toBe(2000))
