import { quotes } from '@rueda/contract/quotes.ts'
import { languages } from '@rueda/ui/formats/languages.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { call } from '../shared/server/api.ts'
import { connectData } from './queries-session.ts'
import { change } from '../shared/device/settings.ts'
import { push } from '../shared/live/push.ts'

/** The specification sends Spanish as the Argentine code, in `language` and in `accept-language`. */
beforeAll(() => connectData())
// Left alone, it would try to connect again when the page of this file is gone.
afterAll(() => push.stop())
afterEach(() => vi.unstubAllGlobals())

it.each(languages.map((language) => [language] as const))('%s is sent with its country', async (language) => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(init)
    return Promise.resolve(new Response(JSON.stringify({ code: 200, msg: '', data: [], venue: 'SIM' })))
  })
  change({ language })
  await call(quotes.indices, {})
  const expected = {
    'es': 'es-AR',
    'en': 'en-US',
    'de': 'de-DE',
    'hi': 'hi-IN',
    'ja': 'ja-JP',
    'th': 'th-TH',
    'zh-CN': 'zh-CN',
    'zh-TW': 'zh-TW',
  }[language]
  expect(sent[0]?.headers).toMatchObject({ 'language': expected, 'accept-language': expected })
})
