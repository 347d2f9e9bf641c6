import { beforeEach, describe, expect, it, vi } from 'vitest'

/** Goal: what a person chose is there after a reload, before the first screen. Method: the module is loaded anew. */
async function reload() {
  vi.resetModules()
  return import('./settings.ts')
}

const keep = (state: object) => localStorage.setItem('rueda.settings', JSON.stringify({ state, version: 0 }))

describe('settings', () => {
  beforeEach(() => localStorage.clear())

  it('start Spanish, dark or light with the system, green up and red down', async () => {
    const { useSettings } = await reload()
    expect(useSettings.getState()).toMatchObject({ language: 'es', theme: 'system', updown: 'green-red' })
  })

  it('survive a reload', async () => {
    const first = await reload()
    first.change({ language: 'de', theme: 'light', confirmsByTap: true })
    const second = await reload()
    expect(second.useSettings.getState()).toMatchObject({ language: 'de', theme: 'light', confirmsByTap: true })
  })

  it('hide amounts at the start where that was asked for', async () => {
    keep({ hidesAmountsAtStart: true, hidesAmounts: false })
    const { useSettings } = await reload()
    expect(useSettings.getState().hidesAmounts).toBe(true)
  })

  it('offer a language once, and only one of the eight that is not the one in use', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('zh-HK')
    const { languageToOffer, change } = await reload()
    expect(languageToOffer()).toBe('zh-TW')
    change({ languageSettled: true })
    expect(languageToOffer()).toBeNull()
  })

  it.each(['es-MX', 'fr-FR', 'en-US@posix@x', ''])('offer nothing to "%s" unless it speaks another of ours', async (tag) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(tag)
    const { languageToOffer } = await reload()
    expect(languageToOffer()).toBe(tag.startsWith('en') ? 'en' : null)
  })
})
