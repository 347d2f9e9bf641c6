import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { afterEach, expect, it, vi } from 'vitest'
import { connectApi } from '../server/api.ts'
import { isLogged, shownScenario } from './scenario.ts'

/** Goal: prices are worked out again under the scenario whose hash is in the log, whatever the server says beside its text. */
afterEach(() => void vi.unstubAllGlobals())

const TEXT = '{"name":"crash","events":[]}'
const LOGGED = bytesToHex(sha256(utf8ToBytes(TEXT)))

function served(data: unknown): void {
  connectApi({
    ...{ token: () => null, language: () => 'es', onSessionEnd: () => undefined, sayRefusal: () => null },
    ...{ prove: () => Promise.resolve(false), onReceipt: () => undefined },
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ code: 200, msg: '', data, venue: 'SIM' }))))
}

it('the text that was logged is', async () => {
  served({ name: 'crash', text: TEXT, hash: LOGGED })
  const shown = await shownScenario()
  expect(shown).toEqual({ text: TEXT, hash: LOGGED })
  expect(isLogged(shown, LOGGED)).toBe(true)
})

it('another text under the logged hash is not, nor one where there is none, nor none where there is one', async () => {
  served({ name: 'crash', text: TEXT.replace('crash', 'calm'), hash: LOGGED })
  expect(isLogged(await shownScenario(), LOGGED)).toBe(false)
  served({ name: 'crash', text: TEXT, hash: LOGGED })
  expect(isLogged(await shownScenario(), null)).toBe(false)
  served(null)
  expect(isLogged(await shownScenario(), LOGGED)).toBe(false)
  expect(isLogged(await shownScenario(), null)).toBe(true)
})
