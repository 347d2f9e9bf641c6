import type { Page } from '@playwright/test'

export type PictureFile = Readonly<{ name: string; mimeType: string; buffer: Buffer }>

/** Draws a paper as a camera sees it, in the browser; no two drawings are alike, as no two papers are. */
export async function drawPaper(page: Page, { width = 1_200, height = 760 } = {}): Promise<PictureFile> {
  const base64 = await page.evaluate(
    ([across, down]) => {
      const canvas = document.createElement('canvas')
      canvas.width = across ?? 0
      canvas.height = down ?? 0
      const brush = canvas.getContext('2d')
      if (brush === null) throw new Error('this browser does not draw')
      brush.fillStyle = '#dfe7ee'
      brush.fillRect(0, 0, canvas.width, canvas.height)
      const fields = crypto.getRandomValues(new Uint8Array(160))
      for (const [index, grey] of fields.entries()) {
        brush.fillStyle = `rgb(${grey} ${(grey * 7) % 256} ${(grey * 13) % 256})`
        brush.fillRect(
          (index % 16) * (canvas.width / 16),
          Math.floor(index / 16) * (canvas.height / 10),
          canvas.width / 20,
          canvas.height / 14,
        )
      }
      brush.fillStyle = '#102030'
      brush.font = `${Math.round(canvas.height / 14)}px sans-serif`
      for (const line of [2, 4, 6, 8]) brush.fillText('REPÚBLICA DE LA RUEDA · NÚÑEZ ANA', canvas.width / 14, (line * canvas.height) / 10)
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
    },
    [width, height],
  )
  return { name: 'paper.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}
