import type { Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'

/** What a camera reads from a QR code as it stands on the screen; null where it reads none. */
export async function readCode(page: Page, code: Locator): Promise<string | null> {
  const png = (await code.screenshot()).toString('base64')
  const { pixels, width, height } = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    canvas?.drawImage(picture, 0, 0)
    const { data } = canvas?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] }
    return { pixels: [...data], width: picture.width, height: picture.height }
  }, png)
  return jsQR.default(Uint8ClampedArray.from(pixels), width, height)?.data ?? null
}
