const LONGEST_EDGE_PX = 2000
const QUALITY = 0.85

/** A picture with at most 2000 px on its longer edge. One the browser cannot decode goes as it is. */
export async function smallerImage(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return file
  const scale = LONGEST_EDGE_PX / Math.max(bitmap.width, bitmap.height)
  if (scale >= 1) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob === null ? file : new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
}
