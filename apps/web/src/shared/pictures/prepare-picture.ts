/**
 * A picture made ready to be sent: turned upright, not larger than anybody needs to read it, and looked at for what
 * makes papers hard to read. Telephones take pictures of twelve megapixels; a document needs three.
 */
export type PreparedPicture = Readonly<{
  blob: Blob
  /** Small, for showing it; a data address, which the page's own rules allow. */
  preview: string
  flaws: readonly PictureFlaw[]
}>
export type PictureFlaw = 'small' | 'dark' | 'blurred'

const MAX_EDGE = 2_400
const PREVIEW_EDGE = 720
const QUALITY = 0.88
const PREVIEW_QUALITY = 0.7
/** Under this a document is hard to read. */
const GOOD_EDGE = 1_000
const DARK_MEAN = 60
const BLURRED_VARIANCE = 40

/** Null when the browser cannot read the file as a picture. */
export async function preparePicture(file: File): Promise<PreparedPicture | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return null
  const canvas = drawn(bitmap, MAX_EDGE)
  const small = drawn(bitmap, PREVIEW_EDGE)
  const isSmall = Math.max(bitmap.width, bitmap.height) < GOOD_EDGE
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (blob === null) return null
  return {
    blob,
    preview: small.toDataURL('image/jpeg', PREVIEW_QUALITY),
    flaws: [...(isSmall ? (['small'] as const) : []), ...flawsOf(small)],
  }
}

function drawn(bitmap: ImageBitmap, longestEdge: number): HTMLCanvasElement {
  const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

function flawsOf(canvas: HTMLCanvasElement): PictureFlaw[] {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  if (pixels === undefined) return []
  const greys = greysOf(pixels.data)
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length
  return [
    ...(mean < DARK_MEAN ? (['dark'] as const) : []),
    ...(sharpness(greys, canvas.width) < BLURRED_VARIANCE ? (['blurred'] as const) : []),
  ]
}

const CHANNELS = 4

/** The brightness of each pixel, with red, green and blue weighted as the eye does. */
export function greysOf(pixels: Uint8ClampedArray): Float32Array {
  const greys = new Float32Array(pixels.length / CHANNELS)
  for (let at = 0; at < greys.length; at += 1) {
    const from = at * CHANNELS
    greys[at] = 0.299 * (pixels[from] ?? 0) + 0.587 * (pixels[from + 1] ?? 0) + 0.114 * (pixels[from + 2] ?? 0)
  }
  return greys
}

/** The variance of the Laplacian: how far neighbouring pixels differ from their mean. It is low for a blurred picture. */
export function sharpness(greys: Float32Array, width: number): number {
  const height = greys.length / width
  let [sum, squares, count] = [0, 0, 0]
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      const value = (greys[at - 1] ?? 0) + (greys[at + 1] ?? 0) + (greys[at - width] ?? 0) + (greys[at + width] ?? 0) - 4 * (greys[at] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}
