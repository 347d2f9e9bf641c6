import { security } from '@rueda/contract/security.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { ExportData } from './ExportData.tsx'

/** Goal: whoever asks for their data gets them, or reads that they did not come and when they can be asked for again. */
afterEach(() => {
  vi.restoreAllMocks()
  leave()
})

/** The names of the files that the browser is given to keep. */
function savedFiles(): readonly string[] {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

const LINK = '/export/1?ticket=t'
const made = answer(security.exportData, { link: LINK, bytes: 3, expireTimestamp: 1 })

/** The app's calls go on as they do; the file is answered by `file`. */
async function open(file: () => Response | Promise<Response>, asking = made) {
  const visited = await visit(ExportData, { at: '', signedIn: true, answers: [asking] })
  const calls = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url === LINK ? Promise.resolve(file()) : calls(url, init)))
  return visited
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('a file that did not come says so, and is fetched again without another being made', async () => {
  let isThere = false
  const saved = savedFiles()
  const headers = { 'content-disposition': 'attachment; filename="rueda-7.zip"' }
  const { asked } = await open(() => new Response(isThere ? 'zip' : '', { status: isThere ? 200 : 503, headers }))
  press('Descargar mis datos')
  expect(await screen.findByText('El archivo no llegó a tu dispositivo.')).toBeDefined()
  expect(saved).toEqual([])
  isThere = true
  press('Descargar de nuevo')
  await waitFor(() => expect(saved).toEqual(['rueda-7.zip']))
  await waitFor(() => expect(screen.queryByText('El archivo no llegó a tu dispositivo.')).toBeNull())
  expect(asked(security.exportData)).toHaveLength(1)
})

it('a connection that breaks on the way is no file either', async () => {
  await open(() => Promise.reject(new TypeError('broken')))
  press('Descargar mis datos')
  expect(await screen.findByText('El archivo no llegó a tu dispositivo.')).toBeDefined()
})

it('says when data can be asked for again', async () => {
  const tooSoon = answer(security.exportData, () => ({ refusedWith: 1003, facts: { retryAfterMs: 599_000 } }))
  await open(() => new Response(''), tooSoon)
  press('Descargar mis datos')
  expect(await screen.findByText('Ya pediste tus datos hace poco. Podés pedirlos de nuevo en 10 min.')).toBeDefined()
})
