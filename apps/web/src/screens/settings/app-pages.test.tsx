import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { keepInstallOffer } from '../../shared/device/install-prompt.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Download } from './Download.tsx'
import { Licences } from './Licences.tsx'

/** Goal: the app is put beside the others by the way this device has, and whoever uses it can read what it is made of. */
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

const version: DataOf<typeof accounts.appVersion> = {
  ...{ version: '0.1.0', minVersion: '0.1.0', downloadUrl: '', forceUpdate: 0, notes: '', moneyMode: 'sim', venue: 'SIM' },
  ...{ practiceAccounts: 1, passwordMinLength: 8, passwordMaxLength: 64, tabOrder: 'trade-watchlist', framedHosts: [], scenario: null },
}

describe('the page of the download', () => {
  beforeAll(keepInstallOffer)
  const open = () => visit(Download, { at: 'pages/download/index', answers: [answer(accounts.appVersion, version)] })

  it('says the version, and how it is done where the browser offers nothing', async () => {
    await open()
    expect(await screen.findByText('Versión 0.1.0')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull()
    expect(screen.getByText('Elegí Agregar a inicio')).toBeDefined()
  })

  it('shows the offer of the browser, which is good for once', async () => {
    await open()
    const prompt = vi.fn<() => Promise<unknown>>(() => Promise.resolve())
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    act(() => void window.dispatchEvent(offer))
    expect(offer.defaultPrevented).toBe(true)
    fireEvent.click(await screen.findByRole('button', { name: 'Instalar' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull())
    expect(prompt).toHaveBeenCalledOnce()
  })
})

describe('the licences of others', () => {
  const parts = [
    { name: 'fastify', version: '5.0.0', licence: 'MIT', text: 'Permission is hereby granted' },
    { name: 'sharp', version: '0.34.0', licence: 'Apache-2.0', text: null },
  ]
  // The file lies beside the app and is no call of the contract, so the harness has no answer for it.
  const WithFile = () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(parts)))
    return <Licences />
  }
  const open = () => visit(WithFile, { at: 'pages/about/licences', answers: [] })

  it('are listed with their texts, or with why there is none', async () => {
    await open()
    expect(await screen.findByText('Permission is hereby granted')).toBeDefined()
    expect(screen.getByText('0.34.0 · Apache-2.0')).toBeDefined()
    expect(screen.getByText(/no trae el texto/u)).toBeDefined()
  })

  it('are found by a name or by a licence', async () => {
    await open()
    await screen.findByText('fastify')
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: 'apache' } })
    expect([screen.queryByText('fastify'), screen.queryByText('sharp')].map((found) => found !== null)).toEqual([false, true])
    fireEvent.change(search, { target: { value: 'nothing like it' } })
    expect(screen.getByText('Nada con ese nombre o licencia')).toBeDefined()
  })
})
