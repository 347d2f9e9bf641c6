import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { AddressHelpers } from './AddressHelpers.tsx'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
afterEach(() => {
  vi.unstubAllGlobals()
  leave()
})
async function shown() {
  const found = vi.fn<(address: string) => void>()
  await visit(() => <AddressHelpers onAddress={found} />, { at: 'pages/vm/modify', answers: [] })
  return found
}
/** A browser that sees this text in every picture. */
const seeing = (text: string) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = () => Promise.resolve(text === '' ? [] : [{ rawValue: text }])
    },
  )

describe('an address is not typed', () => {
  it('pastes what is copied, without the link around it', async () => {
    vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(`tron:${TRON}?amount=5`)
    const found = await shown()
    fireEvent.click(screen.getByRole('button', { name: 'Pegar dirección' }))
    await waitFor(() => expect(found).toHaveBeenCalledWith(TRON))
  })

  it('where the browser reads no codes there is nothing to scan with', async () => {
    await shown()
    expect(screen.queryByRole('button', { name: 'Escanear código QR' })).toBeNull()
  })

  it('reads the code of a picture, and says so where there is none', async () => {
    seeing('')
    const found = await shown()
    fireEvent.click(screen.getByRole('button', { name: 'Escanear código QR' }))
    const input = await screen.findByLabelText('Elegir de la galería')
    fireEvent.change(input, { target: { files: [new File([], 'code.png', { type: 'image/png' })] } })
    expect(await screen.findByText('En esa imagen no hay un código QR.')).not.toBeNull()
    seeing(TRON)
    fireEvent.change(input, { target: { files: [new File([], 'code.png', { type: 'image/png' })] } })
    await waitFor(() => expect(found).toHaveBeenCalledWith(TRON))
  })
})
