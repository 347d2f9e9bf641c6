/** Reads QR codes with what the browser brings; where it brings nothing there is nothing to press. */
type Detector = Readonly<{ detect: (source: ImageBitmapSource) => Promise<readonly Readonly<{ rawValue: string }>[]> }>
type DetectorClass = new (options: Readonly<{ formats: readonly string[] }>) => Detector

const detectorClass = (): DetectorClass | undefined => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canReadQr = (): boolean => detectorClass() !== undefined

/** The text of the first code in a picture; null where there is none. */
export async function readQr(source: ImageBitmapSource): Promise<string | null> {
  const Detecting = detectorClass()
  if (Detecting === undefined) return null
  const [found] = await new Detecting({ formats: ['qr_code'] }).detect(source)
  return found?.rawValue ?? null
}
