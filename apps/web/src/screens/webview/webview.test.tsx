import { accounts } from '@rueda/contract/accounts.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { publishedOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { WebView } from './WebView.tsx'

/** Goal: nobody is led outside unknowingly, and a page in a frame can do nothing to the app. */
afterEach(() => {
  leave()
  vi.restoreAllMocks()
})

const HOST = 'www.example.org'
const open = (url: string | null, title = '') =>
  visit(WebView, {
    at: `pages/webview/index?title=${title}${url === null ? '' : `&url=${encodeURIComponent(url)}`}`,
    answers: [answer(accounts.appVersion, publishedOf({ framedHosts: [HOST] }))],
  })

it('a page of an allowed host stands in a frame that can only run its own scripts', async () => {
  await open(`https://${HOST}/terms`, 'Condiciones')
  const frame = await screen.findByTitle<HTMLIFrameElement>('Condiciones')
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts')
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(screen.getByText(HOST)).toBeDefined()
  expect(screen.getByRole('progressbar')).toBeDefined()
  fireEvent.load(frame)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

it('says that it cannot be shown where the policy refuses it', async () => {
  await open(`https://${HOST}/terms`)
  await screen.findByTitle('Página')
  act(() => void document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'frame-src' })))
  expect(await screen.findByText('No se puede mostrar acá.')).toBeDefined()
  expect(screen.queryByTitle('Página')).toBeNull()
})

it.each([`https://evil.${HOST}/`, `https://${HOST}.evil.example/`, 'https://xn--xample-2of.org/'])(
  '%s is opened in the browser, after a word that says its host',
  async (url) => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open(url)
    expect(await screen.findByText('Vas a salir de la app')).toBeDefined()
    expect(screen.getAllByText(new URL(url).host).length).toBeGreaterThan(0)
    expect(document.querySelector('iframe')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Abrir en el navegador' }))
    expect(opened).toHaveBeenCalledWith(url, '_blank', 'noopener,noreferrer')
  },
)

it.each([null, '', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://user@evil.example/'])(
  '%j does not exist',
  async (url) => {
    await open(url)
    expect(await screen.findByText('La URL no existe.')).toBeDefined()
    expect(document.querySelector('iframe')).toBeNull()
  },
)
